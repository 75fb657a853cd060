export {
  type Environment,
  mostDocumentCharacters,
  readDocument,
  readFilledDocument,
  withEnvironment,
} from './document.ts';
export {
  type DescribedEndpoint,
  type FiledEndpoint,
  readEndpoints,
  readEndpointsFile,
} from './endpoints.ts';
export {
  itemPlace,
  itemsOf,
  type Members,
  memberPlace,
  membersOf,
  nameOf,
  noteOnce,
  SetupError,
  textOf,
} from './members.ts';
