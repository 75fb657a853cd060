export { deleteEndpointByToken, deleteEndpointsOf, moveEndpoints } from './endpoints.ts';
export { findOwnEndpoint } from './find-endpoint.ts';
