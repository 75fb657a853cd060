export {
  deleteEndpointByToken,
  deleteEndpointsOf,
  findOwnEndpoint,
  keepEndpoint,
  listEndpoints,
  lockEndpoints,
  moveEndpoints,
} from './endpoints.ts';
export { isToken } from './token.ts';
