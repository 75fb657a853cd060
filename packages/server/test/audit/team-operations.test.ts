import { expect, test } from 'vitest';
import type { Audited, AuditedCall } from '../../src/audit/audited-call.ts';
import { auditedTeamOperations } from '../../src/audit/audited-team-operations.ts';
import { forFile } from '../kept-for.ts';
import { startAccount, startServer, type Visitor } from '../start-server.ts';

const server = forFile(await startServer());
const { db } = server.store;

async function accountOf({ id }: Visitor & { id: number }) {
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return account;
}

async function startTeam(name: string): Promise<number> {
  const { id } = await db
    .insertInto('account')
    .values({
      ...{ email: null, email_key: null, password_hash: null, kind: 'team', name },
      ...{ plan: 'free', status: 'active', created_at: server.clock() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const visitor = await startAccount(server);
const account = await accountOf(visitor);
const bob = await accountOf(await startAccount(server));
const team = await startTeam('Crew');

/** What is told of a call whose answer is this. */
async function told(
  operation: keyof typeof auditedTeamOperations,
  asked: Partial<Pick<AuditedCall, 'params' | 'body'>>,
  answer: Record<string, unknown> = {},
) {
  const audited: Audited | undefined = auditedTeamOperations[operation];
  const caller = {
    ...{ account, person: account, role: 'owner' as const },
    credential: { kind: 'session' as const, id: 1 },
  };
  const call = { db, caller, params: {}, body: {}, ...asked };
  const before = (await audited?.before?.(call)) ?? {};
  return { action: audited?.action, ...before, ...audited?.after?.(answer, call, before) };
}

const params = { id: team, member: bob.id, invitation: 3 };
const ofTeam = { accountIds: [team] };

test('a team that begins or ends is told to whoever does it, since its rows end with it', async () => {
  const ofPerson = { subject: `Crew (account ${team})`, accountIds: [account.id] };
  const made = { id: team, name: 'Crew', role: 'owner' };
  expect(await told('createTeam', {}, made)).toEqual({ action: 'team.create', ...ofPerson });
  expect(await told('deleteTeam', { params })).toEqual({ action: 'team.delete', ...ofPerson });
});

test('all else is told to the team: its name, members by email, roles, invitations without their secrets', async () => {
  const secret = 'x'.repeat(43);
  const url = `http://localhost/join/${secret}`;
  const all = [
    await told('updateTeam', { params }, { id: team, name: 'Band', role: 'owner' }),
    await told('createInvitation', { params }, { id: 3, role: 'member', url }),
    await told('deleteInvitation', { params }),
    await told(
      'acceptInvitation',
      { body: { secret } },
      { id: team, name: 'Band', role: 'member' },
    ),
    await told('updateMember', { params, body: { role: 'owner' } }),
    await told('updateMember', { params, body: { role: 'viewer' } }),
    await told('removeMember', { params }),
  ];
  expect(all).toEqual([
    { action: 'team.rename', subject: 'Band', ...ofTeam },
    { action: 'invitation.create', subject: 'invitation 3 (member)', ...ofTeam },
    { action: 'invitation.delete', subject: 'invitation 3', ...ofTeam },
    { action: 'invitation.accept', subject: 'member', ...ofTeam },
    { action: 'member.to-owner', subject: bob.email, ...ofTeam },
    { action: 'member.to-viewer', subject: bob.email, ...ofTeam },
    { action: 'member.remove', subject: bob.email, ...ofTeam },
  ]);
  expect(JSON.stringify(all)).not.toContain(secret);
});

test('an endpoint that moves is told to both accounts, by the beginning of its token', async () => {
  const token = await visitor.endpoint();
  const moved = await told('moveEndpoint', { params: { token }, body: { to: team } });
  expect(moved).toEqual({
    action: 'endpoint.move',
    subject: `${token.slice(0, 8)} to account ${team}`,
    accountIds: [account.id, team],
  });
});
