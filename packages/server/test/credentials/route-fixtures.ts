import { type NewShare, operations } from '@hookwell/contract';
import { password } from '../start-server.ts';
import type { ShareThings } from './share-of.ts';
import type { TeamThings } from './team-of.ts';

export type OperationName = keyof typeof operations;

/** Things that exist for one case: they belong to the caller, or to another account. */
export interface Things extends TeamThings, ShareThings {
  token: string;
  id: number;
  trackingId: string;
  /** A member of the team who does not call. */
  member: number;
}

interface Fixture {
  /** The status if the credential is good enough. */
  success: number;
  body?: (things: Things) => unknown;
  query?: string;
  /** The operation needs a plan with API keys, whatever the credential. */
  paidPlan?: boolean;
  /** The operation ends the caller's account, session or endpoints, so the case gets an account of its own. */
  destructive?: boolean;
  /** The operation needs a team. */
  team?: boolean;
  /** The status for a guest, who has no team and can have none. */
  guest?: number;
}

let emails = 0;

function newShare({ token }: Things): NewShare {
  return { endpoint: token, days: 1, redact: 'secrets' };
}

export const fixtures: Record<OperationName, Fixture> = {
  createEndpoint: { success: 201 },
  deleteEndpoint: { success: 204 },
  listEndpoints: { success: 200 },
  regenerateEndpoints: { success: 201, destructive: true },
  getSettings: { success: 200 },
  putSettings: { success: 200, body: () => ({ replies: [{ status: 202 }] }) },
  deleteSettings: { success: 204 },
  listEvents: { success: 200 },
  getSchema: { success: 200 },
  getContract: { success: 200 },
  putContract: { success: 200, body: () => ({ events: { paid: { type: 'object' } } }) },
  deleteContract: { success: 204 },
  listDeliveries: { success: 200 },
  updateEndpoint: { success: 200, body: () => ({ badgeName: 'new name' }) },
  clearEndpointRequests: { success: 204 },
  clearRequests: { success: 204, destructive: true },
  deleteRequest: { success: 204 },
  getRequest: { success: 200 },
  getRequestBody: { success: 200 },
  getRequestWire: { success: 200 },
  createShare: { success: 201, body: newShare, guest: 403 },
  previewShare: { success: 200, body: newShare, guest: 403 },
  listShares: { success: 200 },
  deleteShare: { success: 204 },
  getShared: { success: 200 },
  getUsage: { success: 200 },
  listEndpointRequests: { success: 200 },
  listRequests: { success: 200 },
  // Nobody waits for it.
  answerRequest: { success: 409, body: () => ({ status: 200 }) },
  listRefusals: { success: 200 },
  getFreshness: { success: 200, query: 'within=30d' },
  liveStream: { success: 200 },
  changePassword: {
    success: 204,
    body: () => ({ currentPassword: password, newPassword: 'another long one' }),
    destructive: true,
  },
  deleteAccount: { success: 204, body: () => ({ password }), destructive: true },
  getPrincipal: { success: 200 },
  logIn: {
    success: 200,
    body: () => ({ email: 'known@example.com', password }),
    destructive: true,
  },
  getLogInMethods: { success: 200 },
  createHandoff: { success: 201 },
  // There is no such code.
  lookAtHandoff: { success: 404, body: () => ({ code: 'none' }) },
  takeHandoff: { success: 404, body: () => ({ code: 'none' }) },
  logOut: { success: 204, destructive: true },
  register: {
    success: 201,
    body: () => {
      emails += 1;
      return { email: `new-${emails}@example.com`, password };
    },
    destructive: true,
  },
  // Without an identity provider there are no such routes.
  beginOidc: { success: 404 },
  finishOidc: { success: 404 },
  startGuestSession: { success: 200 },
  createApiKey: { success: 201, body: () => ({ name: 'a key' }), paidPlan: true },
  deleteApiKey: { success: 204 },
  listApiKeys: { success: 200, paidPlan: true },
  listAudit: { success: 200 },
  listPlans: { success: 200 },
  createTeam: { success: 201, body: () => ({ name: 'new team' }), guest: 403, destructive: true },
  listTeams: { success: 200 },
  updateTeam: { success: 200, body: () => ({ name: 'new name' }), team: true, guest: 404 },
  deleteTeam: { success: 204, team: true, guest: 404 },
  createInvitation: { success: 201, body: () => ({ role: 'viewer' }), team: true, guest: 404 },
  listInvitations: { success: 200, team: true, guest: 404 },
  deleteInvitation: { success: 204, team: true, guest: 404 },
  lookAtInvitation: { success: 404, body: () => ({ secret: 'none' }) },
  acceptInvitation: {
    success: 200,
    body: ({ secret }) => ({ secret }),
    team: true,
    guest: 403,
  },
  listMembers: { success: 200, team: true, guest: 404 },
  updateMember: { success: 200, body: () => ({ role: 'viewer' }), team: true, guest: 404 },
  removeMember: { success: 204, team: true, guest: 404 },
  moveEndpoint: { success: 204, body: ({ team }) => ({ to: team }), team: true, guest: 404 },
  getApiDescription: { success: 200 },
  getService: { success: 200 },
  getHealth: { success: 200 },
  getMetrics: { success: 200 },
  getReadiness: { success: 200 },
};

export const names = Object.keys(operations).filter(
  (name): name is OperationName => name in fixtures,
);

export function addressOf(
  name: OperationName,
  things: Readonly<Record<Exclude<keyof Things, 'secret'>, string | number>>,
): string {
  const { url } = operations[name];
  const { query } = fixtures[name];
  const ofShare = name === 'deleteShare' ? things.share : things.id;
  const id = url.startsWith('/api/teams/') ? things.team : ofShare;
  const path = url
    .replace(':token', String(things.token))
    .replace(':id', String(id))
    .replace(':secret', String(things.shareSecret))
    .replace(':member', String(things.member))
    .replace(':invitation', String(things.invitation))
    .replace(':trackingId', String(things.trackingId));
  return query === undefined ? path : `${path}?${query}`;
}
