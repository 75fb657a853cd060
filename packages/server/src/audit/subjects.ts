import { type AuditAction, type AuditSubject, type Role, roles } from '@hookwell/core/api';
import type { AccountRow, Database } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import {
  accountName,
  endpointName,
  findEndpointName,
  findKeyName,
  findShareName,
  keyName,
  shareName,
} from './names.ts';

/** A call of an operation, with what its route has checked. */
export interface AuditedCall {
  db: Database;
  caller: Caller;
  params: Readonly<Record<string, unknown>>;
  body: Readonly<Record<string, unknown>>;
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
  /** Whether this call changes anything; absent if all do. */
  changes?(call: AuditedCall): boolean;
  /** Asked before it is done: afterwards its subject may be gone. */
  before?(call: AuditedCall): Promise<Told>;
  /** Asked with its answer, which says more. */
  after?(answer: Readonly<Record<string, unknown>>, call: AuditedCall, before: Told): Told;
}

/** Every kind of subject that an operation can name. */
export const subjects: Readonly<Record<AuditSubject, Subject>> = {
  endpoint: {
    before: async ({ db, caller, params }) => ({
      subject: await findEndpointName(db, caller.account.id, String(params.token)),
    }),
  },
  answeredEndpoint: { after: answeredEndpoint },
  renamedEndpoint: {
    changes: ({ body }) => body.badgeName !== undefined,
    after: answeredEndpoint,
  },
  // Told to both sides.
  movedEndpoint: {
    changes: ({ caller, body }) => body.to !== caller.account.id,
    before: async ({ db, caller, params, body }) => {
      const to = Number(body.to);
      const name = await findEndpointName(db, caller.account.id, String(params.token));
      return { subject: `${name} to account ${to}`, accountIds: [caller.account.id, to] };
    },
  },
  key: {
    before: async ({ db, caller, params }) => {
      const which = { account_id: caller.account.id, tracking_id: String(params.trackingId) };
      return { subject: await findKeyName(db, which) };
    },
  },
  answeredKey: {
    after: ({ name, trackingId }) => ({
      subject: keyName({ name: String(name), trackingId: String(trackingId) }),
    }),
  },
  share: {
    before: async ({ db, caller, params }) => ({
      subject: await findShareName(db, caller.account.id, Number(params.id)),
    }),
  },
  // What it shows is found first.
  answeredShare: {
    before: async ({ db, caller, body }) => {
      if (body.endpoint === undefined) return { subject: `request ${body.request}` };
      return { subject: await findEndpointName(db, caller.account.id, String(body.endpoint)) };
    },
    after: ({ id }, _call, { subject }) => ({ subject: shareName(Number(id), subject) }),
  },
  // A team that goes takes its rows along: it is told to whoever deletes it.
  team: {
    before: async ({ db, caller, params }) => {
      const id = Number(params.id);
      const team = await findAccount(db, id);
      return { subject: teamName(id, team?.name), accountIds: [caller.person.id] };
    },
  },
  answeredTeam: {
    after: ({ id, name }, { caller }) => ({
      subject: teamName(Number(id), String(name)),
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
    after: (_answer, { body: { role } }) => (isRole(role) ? { action: `member.to-${role}` } : {}),
  },
  // The teams that lose the caller are told.
  leavingPerson: {
    before: async ({ db, caller }) => {
      const teams = await db
        .selectFrom('member')
        .select('team_id')
        .where('account_id', '=', caller.account.id)
        .execute();
      return { subject: accountName(caller.account), accountIds: teams.map((row) => row.team_id) };
    },
  },
};

/** The answer is an endpoint; without a name if it is new. */
function answeredEndpoint({ token, badgeName }: Readonly<Record<string, unknown>>): Told {
  const name = badgeName === undefined ? null : String(badgeName);
  return { subject: endpointName({ token: String(token), badgeName: name }) };
}

/** Each operation at `/api/teams/:id` concerns that team. */
function teamOf({ params }: AuditedCall): Pick<Told, 'accountIds'> {
  return { accountIds: [Number(params.id)] };
}

function teamName(id: number, name: string | null | undefined): string {
  return `${name} (account ${id})`;
}

/** The member by the email. */
async function memberOf(call: AuditedCall): Promise<Told> {
  const member = await findAccount(call.db, Number(call.params.member));
  return { subject: member && accountName(member), ...teamOf(call) };
}

async function findAccount(
  db: Database,
  id: number,
): Promise<Pick<AccountRow, 'id' | 'email' | 'name'> | undefined> {
  return await db
    .selectFrom('account')
    .select(['id', 'email', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
}

function isRole(role: unknown): role is Role {
  return roles.some((each) => each === role);
}
