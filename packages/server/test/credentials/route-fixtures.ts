import { type NewShare, type Operation, type OperationName, operations } from '@hookwell/core/api';
import { password } from '../start-server.ts';
import type { ShareThings } from './share-of.ts';
import type { TeamThings } from './team-of.ts';

export type { OperationName };

/** Things that exist for one case: they belong to the caller, or to another account. */
export interface Things extends TeamThings, ShareThings {
  token: string;
  id: number;
  trackingId: string;
  /** A member of the team who does not call. */
  member: number;
}

interface Fixture {
  /** The status if the credential is good enough; the first that the operation describes if it is not given. */
  success?: number;
  /** The first example of its schema if it is not given. */
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

/** What operations need beside a credential. Many need nothing. */
const given: Partial<Record<OperationName, Fixture>> = {
  regenerateEndpoints: { destructive: true },
  putSettings: { body: () => ({ replies: [{ status: 202 }] }) },
  putContract: { body: () => ({ events: { paid: { type: 'object' } } }) },
  updateEndpoint: { body: () => ({ badgeName: 'new name' }) },
  clearRequests: { destructive: true },
  createShare: { body: newShare, guest: 403 },
  previewShare: { body: newShare, guest: 403 },
  // Nobody waits for it.
  answerRequest: { success: 409, body: () => ({ status: 200 }) },
  getFreshness: { query: 'within=30d' },
  changePassword: {
    body: () => ({ currentPassword: password, newPassword: 'another long one' }),
    destructive: true,
  },
  deleteAccount: { body: () => ({ password }), destructive: true },
  logIn: {
    body: () => ({ email: 'known@example.com', password }),
    destructive: true,
  },
  // There is no such code.
  lookAtHandoff: { success: 404, body: () => ({ code: 'none' }) },
  takeHandoff: { success: 404, body: () => ({ code: 'none' }) },
  logOut: { destructive: true },
  register: {
    body: () => {
      emails += 1;
      return { email: `new-${emails}@example.com`, password };
    },
    destructive: true,
  },
  // Without an identity provider there are no such routes.
  beginOidc: { success: 404 },
  finishOidc: { success: 404 },
  createApiKey: { body: () => ({ name: 'a key' }), paidPlan: true },
  listApiKeys: { paidPlan: true },
  createTeam: { body: () => ({ name: 'new team' }), guest: 403, destructive: true },
  updateTeam: { body: () => ({ name: 'new name' }), team: true, guest: 404 },
  deleteTeam: { team: true, guest: 404 },
  createInvitation: { body: () => ({ role: 'viewer' }), team: true, guest: 404 },
  listInvitations: { team: true, guest: 404 },
  deleteInvitation: { team: true, guest: 404 },
  lookAtInvitation: { success: 404, body: () => ({ secret: 'none' }) },
  acceptInvitation: {
    body: ({ secret }) => ({ secret }),
    team: true,
    guest: 403,
  },
  listMembers: { team: true, guest: 404 },
  updateMember: { body: () => ({ role: 'viewer' }), team: true, guest: 404 },
  removeMember: { team: true, guest: 404 },
  moveEndpoint: { body: ({ team }) => ({ to: team }), team: true, guest: 404 },
};

export const names = Object.keys(operations).filter(
  (name): name is OperationName => name in operations,
);

export const fixtures: Readonly<Record<OperationName, Fixture & { success: number }>> =
  Object.fromEntries(
    names.map((name) => {
      const { body, response }: Operation['schema'] = operations[name].schema;
      const { examples: [example] = [] }: { examples?: unknown[] } = Object(body);
      const success = Number(Object.keys(response)[0]);
      return [name, { success, ...(body && { body: () => example }), ...given[name] }];
    }),
    // Each name has its own: the compiler cannot follow the entries.
  ) as Record<OperationName, Fixture & { success: number }>;

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
