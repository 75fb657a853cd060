export {
  deleteEndpointByToken,
  deleteEndpointsOf,
  findOwnEndpoint,
  keepEndpoint,
  listEndpoints,
  moveEndpoints,
} from './endpoints.ts';
export { isToken } from './token.ts';
