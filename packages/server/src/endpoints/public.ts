export { deleteEndpointByToken, deleteEndpointsOf } from './endpoints.ts';
export { findOwnEndpoint } from './find-endpoint.ts';
