export { readDocument } from './read-document.ts';
export { keepSettings } from './settings.ts';
