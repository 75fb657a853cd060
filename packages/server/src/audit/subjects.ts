import type { AuditAction, AuditSubject, Role } from '@hookwell/core/api';
import type { AccountRow, Database } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';

/** An account as the audit names it: `ada@example.org`, or `account 42`. */
export function accountName({ id, email }: Pick<AccountRow, 'id' | 'email'>): string {
  return email ?? `account ${id}`;
}

/** `Shop (k3v9x0q2)`: whoever knows the whole token can send to it, so it is never written. */
export function endpointName({
  token,
  badgeName,
}: {
  token: string;
  badgeName: string | null;
}): string {
  const beginning = token.slice(0, 8);
  return badgeName === null || badgeName === beginning ? beginning : `${badgeName} (${beginning})`;
}

/** `CI (a1b2c)` */
export function keyName({ name, trackingId }: { name: string; trackingId: string }): string {
  return `${name} (${trackingId})`;
}

/** Who calls: an email, or a key with whoever made it. */
export function callerName({ credential, person }: Pick<Caller, 'credential' | 'person'>): string {
  const { keyName } = credential;
  return keyName === undefined ? accountName(person) : `key ${keyName} of ${accountName(person)}`;
}

type Fields = Readonly<Record<string, unknown>>;

/** A call of an operation, with what its route has checked. */
export interface AuditedCall {
  db: Database;
  caller: Caller;
  params: Fields;
  body: Fields;
}

/** Parts of a row. */
export interface Told {
  /** Where it is not that of the operation. */
  action?: AuditAction;
  subject?: string | undefined;
  /** The accounts that it concerns; else the one acted for. */
  accountIds?: readonly number[];
}

/** How the subject of a call that succeeded is found. */
interface Subject {
  /** Asked before it is done: afterwards its subject may be gone. Undefined if the call changes nothing. */
  before?(call: AuditedCall): Promise<Told | undefined>;
  /** Asked with its answer, which says more. */
  after?(answer: Fields, call: AuditedCall, before: Told): Told;
}

/** Every kind of subject that an operation can name. */
export const subjects: Readonly<Record<AuditSubject, Subject>> = {
  endpoint: {
    before: async (call) => ({ subject: await findEndpointName(call, call.params.token) }),
  },
  answeredEndpoint: { after: answeredEndpoint },
  renamedEndpoint: {
    before: async ({ body }) => (body.badgeName === undefined ? undefined : {}),
    after: answeredEndpoint,
  },
  // Told to both sides.
  movedEndpoint: {
    before: async (call) => {
      const [from, to] = [call.caller.account.id, Number(call.body.to)];
      if (from === to) return undefined;
      const name = await findEndpointName(call, call.params.token);
      return { subject: `${name} to account ${to}`, accountIds: [from, to] };
    },
  },
  key: {
    before: async ({ db, caller, params }) => {
      const key = await db
        .selectFrom('api_key')
        .select(['name', 'tracking_id as trackingId'])
        .where('account_id', '=', caller.account.id)
        .where('tracking_id', '=', String(params.trackingId))
        .executeTakeFirst();
      return { subject: key && keyName(key) };
    },
  },
  answeredKey: {
    after: ({ name, trackingId }) => ({
      subject: keyName({ name: String(name), trackingId: String(trackingId) }),
    }),
  },
  share: {
    before: async (call) => {
      const id = Number(call.params.id);
      const share = await call.db
        .selectFrom('share')
        .innerJoin('endpoint', 'endpoint.id', 'share.endpoint_id')
        .select(['share.capture_id', 'endpoint.token', 'endpoint.badge_name as badgeName'])
        .where('share.id', '=', id)
        .where('share.account_id', '=', call.caller.account.id)
        .executeTakeFirst();
      if (share === undefined) return {};
      const { capture_id, ...endpoint } = share;
      const shown = capture_id === null ? endpointName(endpoint) : `request ${capture_id}`;
      return { subject: `share ${id} of ${shown}` };
    },
  },
  // What it shows is found first.
  answeredShare: {
    before: async (call) => {
      const { endpoint, request } = call.body;
      if (endpoint === undefined) return { subject: `request ${request}` };
      return { subject: await findEndpointName(call, endpoint) };
    },
    after: ({ id }, _call, { subject }) => ({ subject: `share ${id} of ${subject}` }),
  },
  // A team that goes takes its rows along: it is told to whoever deletes it.
  team: {
    before: async ({ db, caller, params }) => {
      const team = await findAccount(db, params.id);
      return { subject: `${team?.name} (account ${params.id})`, accountIds: [caller.person.id] };
    },
  },
  answeredTeam: {
    after: ({ id, name }, { caller }) => ({
      subject: `${name} (account ${id})`,
      accountIds: [caller.person.id],
    }),
  },
  renamedTeam: { after: ({ name }, call) => ({ subject: String(name), ...teamOf(call) }) },
  joinedTeam: {
    after: ({ id, role }) => ({ subject: String(role), accountIds: [Number(id)] }),
  },
  invitation: {
    before: async (call) => ({
      subject: `invitation ${call.params.invitation}`,
      ...teamOf(call),
    }),
  },
  answeredInvitation: {
    after: ({ id, role }, call) => ({ subject: `invitation ${id} (${role})`, ...teamOf(call) }),
  },
  member: { before: memberOf },
  memberOfNewRole: {
    before: memberOf,
    // The route has checked the role.
    after: (_answer, { body }) => ({ action: `member.to-${body.role as Role}` }),
  },
  // The teams that lose the caller are told.
  leavingPerson: {
    before: async ({ db, caller: { account } }) => {
      const teams = await db
        .selectFrom('member')
        .select('team_id')
        .where('account_id', '=', account.id)
        .execute();
      return { subject: accountName(account), accountIds: teams.map((row) => row.team_id) };
    },
  },
};

/** The answer is an endpoint; without a name if it is new. */
function answeredEndpoint({ token, badgeName }: Fields): Told {
  const name = badgeName === undefined ? null : String(badgeName);
  return { subject: endpointName({ token: String(token), badgeName: name }) };
}

/** Each operation at `/api/teams/:id` concerns that team. */
function teamOf({ params }: AuditedCall): Pick<Told, 'accountIds'> {
  return { accountIds: [Number(params.id)] };
}

/** The member by the email. */
async function memberOf(call: AuditedCall): Promise<Told> {
  const member = await findAccount(call.db, call.params.member);
  return { subject: member && accountName(member), ...teamOf(call) };
}

async function findAccount(db: Database, id: unknown) {
  return await db
    .selectFrom('account')
    .select(['id', 'email', 'name'])
    .where('id', '=', Number(id))
    .executeTakeFirst();
}

/** The name of an account's endpoint as it is now; undefined if there is none. */
async function findEndpointName(
  { db, caller }: AuditedCall,
  token: unknown,
): Promise<string | undefined> {
  const endpoint = await db
    .selectFrom('endpoint')
    .select(['token', 'badge_name as badgeName'])
    .where('token', '=', String(token))
    .where('account_id', '=', caller.account.id)
    .executeTakeFirst();
  return endpoint && endpointName(endpoint);
}
