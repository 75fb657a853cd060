export { mostSharedBodyBytes } from './body/body.ts';
export { mostFormFields } from './body/form.ts';
export { redactRequest } from './redact-request.ts';
export { hiddenValue, type RedactionRules } from './rules.ts';
export type { RequestToShare, SharedRequest } from './shared-request.ts';
