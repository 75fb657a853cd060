export {
  describeVerdict,
  ExpectationError,
  type Finding,
  judge,
  parseExpectations,
  type Verdict,
} from '@hookwell/core/grade';
export { type Match as ParsedMatch, MatchError, parseMatch } from '@hookwell/core/match';
export {
  interfaceNameOf,
  pinnedSchemaOf,
  typescriptOf,
  type ValueSchema,
} from '@hookwell/core/schema';
export type { AuditCalls, AuditOptions, AuditPage } from './calls/audit.ts';
export type { AuthCalls, KeyCalls } from './calls/auth.ts';
export type {
  ContractCalls,
  DeletionOptions,
  DeliveryOptions,
  DeliveryPage,
  DeliverySelection,
  EndpointCalls,
  EventPage,
  SchemaOptions,
  SettingsCalls,
} from './calls/endpoints.ts';
export type {
  ClearOptions,
  EachOptions,
  Listed,
  ListOptions,
  PageOptions,
  PageSelection,
  RequestCalls,
  RequestPage,
  StreamedRequest,
  StreamedSummary,
  View,
  Viewed,
} from './calls/requests.ts';
export type { BillingCalls, ServiceCalls } from './calls/service.ts';
export type { ShareCalls, SharedPage, ShownOptions } from './calls/shares.ts';
export type { TeamCalls } from './calls/teams.ts';
export { HookwellClient } from './client.ts';
export type * from './contract/types.ts';
export type { ExactRequest, SeenRequest } from './exact/exact-request.ts';
export { decodeQueryText, queryPairs } from './exact/exact-request.ts';
export type { Grade, GradeOptions } from './grading/grade.ts';
export { RestoreError, type SettingsState } from './grading/held-settings.ts';
export type { CallOptions, ClientOptions, Fetch } from './http/caller.ts';
export { HookwellError } from './http/error.ts';
export type { Replay, Replayable, ReplayedRequest, ReplayOptions } from './replaying/replay.ts';
export { planSends, type ReplayFaults, type SendPlan } from './replaying/send-plan.ts';
export type { RequestStream, StreamOptions, StreamState } from './stream/request-stream.ts';
export {
  EndpointHandle,
  type ExpectNoneOptions,
  type OnRequestOptions,
  type RequestHandler,
  TemporaryEndpoint,
  type TemporaryEndpointOptions,
  type WaitOptions,
} from './waiting/endpoint.ts';
export type { Listener } from './waiting/listener.ts';
export type { BodyIssue, FittingRequest, StandardSchemaV1 } from './waiting/schema-check.ts';
export {
  examineTerms,
  type MatchOptions,
  matches,
  type TermFinding,
} from './waiting/term-checks.ts';
export { WaitError } from './waiting/wait-error.ts';
