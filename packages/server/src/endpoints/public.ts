export {
  deleteEndpointByToken,
  deleteEndpointsOf,
  findOwnEndpoint,
  listEndpoints,
  moveEndpoints,
} from './endpoints.ts';
