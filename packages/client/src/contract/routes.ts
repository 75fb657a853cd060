import type { operations } from './internal-types.ts';
import type {
  ApiKey,
  AuditEntry,
  BodySchema,
  CapturedRequest,
  CapturedRequestSummary,
  CapturedRequestWire,
  CreatedApiKey,
  CreatedEndpoint,
  CreatedInvitation,
  CreatedShare,
  Delivery,
  Endpoint,
  EndpointContract,
  EndpointSettings,
  Freshness,
  Handoff,
  Invitation,
  InvitationPreview,
  LogInMethods,
  Member,
  PlanOffer,
  Principal,
  ReceivedEvent,
  RefusedRequests,
  Service,
  Share,
  SharedPreview,
  SharedRequests,
  Team,
  Usage,
} from './types.ts';

type Operations = typeof operations;

/** Pages lead browsers there; no program calls them. */
type ForBrowsers = 'beginOidc' | 'finishOidc';

/** Method and address of every operation, by its operation id. The compiler compares them with the contract. */
export const routes = {
  createEndpoint: 'POST /api/endpoints',
  listEndpoints: 'GET /api/endpoints',
  updateEndpoint: 'PATCH /api/endpoints/:token',
  deleteEndpoint: 'DELETE /api/endpoints/:token',
  regenerateEndpoints: 'POST /api/endpoints/regenerate',
  getSettings: 'GET /api/endpoints/:token/settings',
  putSettings: 'PUT /api/endpoints/:token/settings',
  deleteSettings: 'DELETE /api/endpoints/:token/settings',
  listEvents: 'GET /api/endpoints/:token/events',
  getSchema: 'GET /api/endpoints/:token/schema',
  getContract: 'GET /api/endpoints/:token/contract',
  putContract: 'PUT /api/endpoints/:token/contract',
  deleteContract: 'DELETE /api/endpoints/:token/contract',
  listDeliveries: 'GET /api/endpoints/:token/deliveries',
  listRequests: 'GET /api/requests',
  listEndpointRequests: 'GET /api/requests/endpoint/:token',
  getRequest: 'GET /api/requests/:id',
  getRequestBody: 'GET /api/requests/:id/body',
  getRequestWire: 'GET /api/requests/:id/wire',
  deleteRequest: 'DELETE /api/requests/:id',
  clearEndpointRequests: 'DELETE /api/requests/endpoint/:token',
  clearRequests: 'DELETE /api/requests',
  createShare: 'POST /api/shares',
  previewShare: 'POST /api/shares/preview',
  listShares: 'GET /api/shares',
  deleteShare: 'DELETE /api/shares/:id',
  getShared: 'GET /api/shared/:secret',
  getUsage: 'GET /api/usage',
  answerRequest: 'PUT /api/requests/:id/answer',
  listRefusals: 'GET /api/endpoints/:token/refusals',
  getFreshness: 'GET /api/endpoints/:token/freshness',
  liveStream: 'GET /api/sse',
  register: 'POST /api/auth/register',
  logIn: 'POST /api/auth/login',
  startGuestSession: 'POST /api/auth/guest',
  createHandoff: 'POST /api/auth/handoff',
  lookAtHandoff: 'POST /api/auth/handoff/look',
  takeHandoff: 'POST /api/auth/handoff/take',
  logOut: 'POST /api/auth/logout',
  changePassword: 'POST /api/auth/password',
  deleteAccount: 'DELETE /api/auth/me',
  getPrincipal: 'GET /api/auth/me',
  getLogInMethods: 'GET /api/auth/methods',
  listApiKeys: 'GET /api/keys',
  createApiKey: 'POST /api/keys',
  deleteApiKey: 'DELETE /api/keys/:trackingId',
  listAudit: 'GET /api/audit',
  listPlans: 'GET /api/billing/plans',
  createTeam: 'POST /api/teams',
  listTeams: 'GET /api/teams',
  updateTeam: 'PATCH /api/teams/:id',
  deleteTeam: 'DELETE /api/teams/:id',
  createInvitation: 'POST /api/teams/:id/invitations',
  listInvitations: 'GET /api/teams/:id/invitations',
  deleteInvitation: 'DELETE /api/teams/:id/invitations/:invitation',
  lookAtInvitation: 'POST /api/invitations/look',
  acceptInvitation: 'POST /api/invitations',
  listMembers: 'GET /api/teams/:id/members',
  updateMember: 'PATCH /api/teams/:id/members/:member',
  removeMember: 'DELETE /api/teams/:id/members/:member',
  moveEndpoint: 'POST /api/endpoints/:token/move',
  getService: 'GET /api/service',
  getApiDescription: 'GET /api/openapi.json',
  getHealth: 'GET /healthz',
  getReadiness: 'GET /readyz',
  getMetrics: 'GET /metrics',
} as const satisfies {
  readonly [Name in Exclude<
    keyof Operations,
    ForBrowsers
  >]: `${Operations[Name]['method']} ${Operations[Name]['url']}`;
};

export type OperationName = keyof typeof routes;

/** The routes that a client has: all, or those of its few calls, so that it loads no others. */
export type Routes = Partial<typeof routes>;

/** Statuses that are answers of an operation, no failures, beside those of success. */
export const otherAnswers: Partial<Record<OperationName, readonly number[]>> = {
  getFreshness: [409],
};

/** The answers of the operations that answer JSON. A type test compares them with the contract's schemas. */
export interface JsonAnswers {
  createEndpoint: CreatedEndpoint;
  listEndpoints: Endpoint[];
  updateEndpoint: Endpoint;
  regenerateEndpoints: CreatedEndpoint;
  getSettings: EndpointSettings;
  putSettings: EndpointSettings;
  listEvents: ReceivedEvent[];
  getSchema: BodySchema;
  getContract: EndpointContract;
  putContract: EndpointContract;
  listDeliveries: Delivery[];
  listRefusals: RefusedRequests[];
  getFreshness: Freshness;
  listRequests: CapturedRequest[] | CapturedRequestSummary[];
  listEndpointRequests: CapturedRequest[] | CapturedRequestSummary[];
  getRequest: CapturedRequest;
  getRequestWire: CapturedRequestWire;
  createShare: CreatedShare;
  previewShare: SharedPreview;
  listShares: Share[];
  getShared: SharedRequests;
  getUsage: Usage;
  register: Principal;
  logIn: Principal;
  startGuestSession: Principal;
  createHandoff: Handoff;
  lookAtHandoff: Principal;
  takeHandoff: Principal;
  getPrincipal: Principal;
  getLogInMethods: LogInMethods;
  listApiKeys: ApiKey[];
  createApiKey: CreatedApiKey;
  listAudit: AuditEntry[];
  listPlans: PlanOffer[];
  createTeam: Team;
  listTeams: Team[];
  updateTeam: Team;
  createInvitation: CreatedInvitation;
  listInvitations: Invitation[];
  lookAtInvitation: InvitationPreview;
  acceptInvitation: Team;
  listMembers: Member[];
  updateMember: Member;
  getService: Service;
  getApiDescription: Record<string, unknown>;
  getHealth: { status: string };
  getReadiness: { status: string };
}

/** The values in the address of an operation: one for each `:name` in it. */
export type PathValues<Name extends OperationName> = {
  readonly [Value in NamesIn<(typeof routes)[Name]>]: string | number;
};

type NamesIn<Route extends string> = Route extends `${string}/:${infer First}/${infer Rest}`
  ? First | NamesIn<`/${Rest}`>
  : Route extends `${string}/:${infer Last}`
    ? Last
    : never;

export interface Address {
  method: string;
  /** Path and query, from the first `/` on. */
  target: string;
}

/**
 * The address of an operation, by its route. Undefined values of the query are left out.
 * @throws {TypeError} if a value would lead to another address: empty, `.` or `..`
 */
export function addressOf(
  route: string,
  values: Readonly<Record<string, string | number>>,
  query: Query = {},
): Address {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => segment(key, values[key]));
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(key, String(value));
  }
  return { method, target: parameters.size === 0 ? path : `${path}?${parameters}` };
}

export type Query = Readonly<Record<string, string | number | undefined>>;

function segment(name: string, value: string | number | undefined): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`"${text}" is no ${name}`);
  return encodeURIComponent(text);
}
