export {
  deleteEndpointByToken,
  deleteEndpointsOf,
  findOwnEndpoint,
  moveEndpoints,
} from './endpoints.ts';
