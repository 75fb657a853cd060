export { readDocument } from './sealed-secrets.ts';
export { keepSettings } from './settings.ts';
