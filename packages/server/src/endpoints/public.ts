export {
  deleteEndpointByToken,
  deleteEndpointsOf,
  findOwnEndpoint,
  keepEndpoint,
  listEndpoints,
  lockEndpoints,
  moveEndpoint,
  moveEndpoints,
} from './endpoints.ts';
