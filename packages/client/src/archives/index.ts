export { compactJson, indentedJson } from '@hookwell/core/json/json-text';
export { exactRequestJson } from './exact-json.ts';
export { exactRequests, exactUnlessGone, type Selection, summaryPages } from './exact-requests.ts';
export { harEnd, harEntry, harStart, type StatusText, sentUrl, statusOfAnswer } from './har.ts';
