export * from './account.ts';
export * from './api-keys.ts';
export * from './audit.ts';
export * from './captured-request.ts';
export * from './delivery.ts';
export * from './endpoint.ts';
export * from './endpoint-settings.ts';
export * from './errors.ts';
export * from './event-shape.ts';
export {
  leastRoleOfParts,
  type Operation,
  type OperationConfig,
  type OperationResponse,
  type Role,
  RoleName,
  roles,
  tags,
} from './operation.ts';
export { type Calls, operations } from './operations.ts';
export * from './paging.ts';
export * from './plans.ts';
export { receivePlane } from './request-operations.ts';
export * from './routes.ts';
export * from './service.ts';
export { type HandshakeName, requestHeader } from './settings-names.ts';
export * from './share.ts';
export * from './team.ts';
export { notBlank } from './text.ts';
export * from './usage.ts';
