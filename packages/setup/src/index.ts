export { type DescribedEndpoint, readEndpoints } from './endpoints.ts';
export { type FiledEndpoint, readEndpointsFile } from './endpoints-file.ts';
export { type Environment, withEnvironment } from './environment-values.ts';
export { readFilledDocument } from './filled-document.ts';
export { itemsOf, type Members, membersOf, nameOf, noteOnce, textOf } from './members.ts';
export { mostDocumentCharacters, readDocument } from './read-document.ts';
export { itemPlace, memberPlace, SetupError } from './setup-error.ts';
