import type { Role } from '@hookwell/contract';
import type { AccountRow } from '../database/tables.ts';
import type { Audited, AuditedCall, Told } from './audited-call.ts';
import { accountName, findEndpointName } from './names.ts';

/** Each operation at `/api/teams/:id` concerns that team. */
function teamOf({ params }: AuditedCall): Pick<Told, 'accountIds'> {
  return { accountIds: [Number(params.id)] };
}

function teamName(id: number, name: string | null | undefined): string {
  return `${name} (account ${id})`;
}

/** A team that goes takes its rows along: it is told to whoever deletes it. */
async function deletedTeam({ db, caller, params }: AuditedCall): Promise<Told> {
  const id = Number(params.id);
  const team = await findAccount({ db }, id);
  return { subject: teamName(id, team?.name), accountIds: [caller.person.id] };
}

/** The member by the email. */
async function memberOf(call: AuditedCall): Promise<Told> {
  const { db, params } = call;
  const member = await findAccount({ db }, Number(params.member));
  return { subject: member && accountName(member), ...teamOf(call) };
}

/** Told to both sides. */
async function movedEndpoint({ db, caller, params, body }: AuditedCall): Promise<Told> {
  const to = Number(body.to);
  const name = await findEndpointName(db, caller.account.id, String(params.token));
  return { subject: `${name} to account ${to}`, accountIds: [caller.account.id, to] };
}

async function findAccount(
  { db }: Pick<AuditedCall, 'db'>,
  id: number,
): Promise<Pick<AccountRow, 'id' | 'email' | 'name'> | undefined> {
  return await db
    .selectFrom('account')
    .select(['id', 'email', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
}

const actionOfRole = {
  viewer: 'member.to-viewer',
  member: 'member.to-member',
  owner: 'member.to-owner',
} as const satisfies Record<Role, string>;

function isRole(role: unknown): role is Role {
  return typeof role === 'string' && Object.hasOwn(actionOfRole, role);
}

/** What the audit says about the operations of teams. */
export const auditedTeamOperations = {
  createTeam: {
    action: 'team.create',
    after: ({ id, name }, { caller }) => ({
      subject: teamName(Number(id), String(name)),
      accountIds: [caller.person.id],
    }),
  },
  listTeams: undefined,
  updateTeam: {
    action: 'team.rename',
    after: ({ name }, call) => ({ subject: String(name), ...teamOf(call) }),
  },
  deleteTeam: { action: 'team.delete', before: deletedTeam },
  createInvitation: {
    action: 'invitation.create',
    after: ({ id, role }, call) => ({ subject: `invitation ${id} (${role})`, ...teamOf(call) }),
  },
  listInvitations: undefined,
  deleteInvitation: {
    action: 'invitation.delete',
    before: async (call) => ({
      subject: `invitation ${call.params.invitation}`,
      ...teamOf(call),
    }),
  },
  lookAtInvitation: undefined,
  acceptInvitation: {
    action: 'invitation.accept',
    after: ({ id, role }) => ({ subject: String(role), accountIds: [Number(id)] }),
  },
  listMembers: undefined,
  updateMember: {
    action: 'member.to-viewer',
    before: memberOf,
    after: (_answer, { body: { role } }) => (isRole(role) ? { action: actionOfRole[role] } : {}),
  },
  removeMember: { action: 'member.remove', before: memberOf },
  moveEndpoint: {
    action: 'endpoint.move',
    changes: ({ caller, body }) => body.to !== caller.account.id,
    before: movedEndpoint,
  },
} satisfies Record<string, Audited | undefined>;
