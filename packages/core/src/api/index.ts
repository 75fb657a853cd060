export * from './api-key.ts';
export * from './audit.ts';
export * from './captured-request.ts';
export * from './delivery.ts';
export * from './endpoint.ts';
export * from './endpoint-settings.ts';
export * from './errors.ts';
export * from './event-shape.ts';
export { receivePaymentEvent } from './operations/billing.ts';
export {
  type Answer,
  type AuditSubject,
  type Operation,
  type OperationConfig,
  tags,
} from './operations/operation.ts';
export { receivePlane } from './operations/receiving.ts';
export { type Calls, operations } from './operations.ts';
export * from './paging.ts';
export * from './plans.ts';
export * from './principal.ts';
export * from './role.ts';
export * from './routes.ts';
export * from './service.ts';
export { type HandshakeName, requestHeader } from './settings-names.ts';
export * from './share.ts';
export * from './team.ts';
export { notBlank } from './text.ts';
export * from './usage.ts';
