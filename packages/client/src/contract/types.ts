/**
 * The types of the contract that the client publishes. The published package has them written out in the
 * place of this file (scripts/contract-types.ts), so that it depends on nothing.
 */
export type {
  AccountDeletion,
  ApiKey,
  CapturedBody,
  CapturedRequest,
  CapturedRequestSummary,
  CapturedRequestWire,
  CreatedApiKey,
  CreatedEndpoint,
  Delivery,
  DeliveryAttempt,
  EmailAndPassword,
  Endpoint,
  EndpointSettings,
  EndpointUsage,
  Freshness,
  ListenerAnswer,
  NewApiKey,
  PasswordChange,
  PlanName,
  PlanOffer,
  Principal,
  PrincipalStatus,
  RefusedRequests,
  Service,
  SignatureFinding,
  Usage,
} from '@hookwell/contract';
