export { compactJson, indentedJson } from '@hookwell/bodies/json-text';
export { exactRequestJson } from './exact-json.ts';
export { exactRequests, exactUnlessGone } from './exact-requests.ts';
export { harEnd, harEntry, harStart, type StatusText, statusOfAnswer } from './har.ts';
export { sentUrl } from './sent-url.ts';
export { type Selection, summaryPages } from './summary-pages.ts';
