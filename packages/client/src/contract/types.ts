/**
 * What crosses the wire. The published package has these types written out in the place of this file
 * (scripts/contract-types.ts), so that it depends on nothing.
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
  EmailAndPassword,
  Endpoint,
  NewApiKey,
  operations,
  PasswordChange,
  PlanName,
  PlanOffer,
  Principal,
  PrincipalStatus,
  Service,
  SSEWebhookRequest,
  SSEWebhookRequestSummary,
} from '@hookwell/contract';
