import { maximumInvitations, maximumMembers, maximumTeams } from '@hookwell/core/api';
import { expect, test } from 'vitest';
import { removeExpiredInvitations } from '../../src/teams/public.ts';
import { forFile } from '../kept-for.ts';
import { startAccount, startGuest, startServer, Visitor } from '../start-server.ts';
import { invite, join, startMember, startTeam } from './team-server.ts';

const dayMs = 86_400_000;
const time = { passed: 0 };
const server = forFile(await startServer({ clock: () => Date.now() + time.passed }));
const { db } = server.store;

test('guests make no teams and join none; twenty teams are owned at most, whoever tries at once', async () => {
  const guest = await startGuest(server);
  await guest.ask(403, 'POST', '/api/teams', { name: 'x' });
  await guest.ask(403, 'POST', '/api/invitations', { secret: 'x' });
  const founder = await startAccount(server);
  const make = () => founder.call('POST', '/api/teams', { name: 'x' });
  for (let made = 0; made < 18; made += 1) await make();
  const statuses = await Promise.all([make(), make(), make(), make()]);
  expect(statuses.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403]);
  // Nor by being made an owner.
  const { owner, team } = await startTeam(server);
  await join(owner, team, 'member', founder);
  const path = `/api/teams/${team}/members/${founder.id}`;
  await owner.ask(403, 'PATCH', path, { role: 'owner' });
  const secret = await invite(owner, team, 'owner');
  await founder.ask(403, 'POST', '/api/invitations', { secret });
  // What was refused is not used up.
  await (await startAccount(server)).ask(200, 'POST', '/api/invitations', { secret });
});

test('an invitation serves one account, once, and lowers no role', async () => {
  const { owner, team } = await startTeam(server);
  const people = await Promise.all(Array.from({ length: 4 }, () => startAccount(server)));
  const secret = await invite(owner, team, 'member');
  const nobody = new Visitor(server);
  const { email } = await owner.ask(200, 'GET', '/api/auth/me');
  expect(await nobody.ask(200, 'POST', '/api/invitations/look', { secret })).toEqual({
    ...{ team: 'Payments', role: 'member', by: email, expiresAt: expect.any(String) },
  });
  const answers = await Promise.all(
    people.map((one) => one.call('POST', '/api/invitations', { secret })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  const row = await db.selectFrom('invitation').selectAll().where('team_id', '=', team).execute();
  expect(row).toEqual([]);
  await nobody.ask(404, 'POST', '/api/invitations/look', { secret });
  const lower = await invite(owner, team, 'viewer');
  expect(await owner.ask(200, 'POST', '/api/invitations', { secret: lower })).toEqual({
    ...{ id: team, name: 'Payments', role: 'owner' },
  });
  await owner.ask(404, 'POST', '/api/invitations', { secret: 'never was' });
});

test('an invitation ends with its time, its withdrawal, and the role of whoever made it', async () => {
  const { owner, team } = await startTeam(server);
  const second = await startMember(server, owner, team, 'owner');
  const path = `/api/teams/${team}/invitations`;
  const { id, url } = await owner.ask(201, 'POST', path, { role: 'viewer', days: 1 });
  await owner.ask(204, 'DELETE', `${path}/${id}`);
  await owner.ask(404, 'DELETE', `${path}/${id}`);
  const [withdrawn] = [url.split('/join/')[1]];
  const made = await invite(second, team, 'owner');
  const expiring = await invite(owner, team, 'viewer');
  expect(await owner.ask(200, 'GET', path)).toHaveLength(2);
  await owner.ask(200, 'PATCH', `/api/teams/${team}/members/${second.id}`, { role: 'member' });
  const late = await startAccount(server);
  for (const secret of [withdrawn, made]) {
    await late.ask(404, 'POST', '/api/invitations', { secret });
  }
  time.passed += 8 * dayMs;
  const fresh = await startAccount(server);
  await fresh.ask(404, 'POST', '/api/invitations/look', { secret: expiring });
  await fresh.ask(404, 'POST', '/api/invitations', { secret: expiring });
  // The retention removes them.
  const leftOf = () =>
    db.selectFrom('invitation').selectAll().where('team_id', '=', team).execute();
  expect(await leftOf()).toHaveLength(1);
  await removeExpiredInvitations({ store: server.store, clock: server.clock }, 20);
  expect(await leftOf()).toEqual([]);
});

test('attempts to guess an invitation are limited by address', async () => {
  await using limited = await startServer({ environment: { HOOKWELL_AUTH_RATE_LIMIT: '2' } });
  const stranger = await startAccount(limited);
  const guess = () => stranger.call('POST', '/api/invitations', { secret: 'guessed' });
  const statuses = [(await guess()).status, (await guess()).status, (await guess()).status];
  expect(statuses).toEqual([404, 404, 429]);
});

test('a team has so many members and open invitations, an account so many teams', async () => {
  const { owner, team } = await startTeam(server);
  const path = `/api/teams/${team}/invitations`;
  const invitation = {
    team_id: team,
    role: 'viewer',
    created_by: owner.id,
    created_at: 0,
  } as const;
  await db
    .insertInto('invitation')
    .values(
      Array.from({ length: maximumInvitations }, (_, index) => ({
        ...invitation,
        ...{ secret_hash: `${team} ${index}`, expires_at: server.clock() + dayMs },
      })),
    )
    .execute();
  await owner.ask(403, 'POST', path, { role: 'viewer' });
  const [{ id }] = await owner.ask(200, 'GET', path);
  await owner.ask(204, 'DELETE', `${path}/${id}`);
  const secret = await invite(owner, team, 'viewer');

  const person = await startAccount(server);
  const others = await db
    .insertInto('account')
    .values(
      Array.from({ length: maximumMembers - 1 }, () => ({
        ...{ email: null, email_key: null, password_hash: null, kind: 'identity' as const },
        ...{ plan: 'free' as const, status: 'active' as const, created_at: 0 },
      })),
    )
    .returning('id')
    .execute();
  const asMember = (team_id: number, account_id: number) =>
    ({ team_id, account_id, role: 'viewer', joined_at: 0 }) as const;
  await db
    .insertInto('member')
    .values(others.map((one) => asMember(team, one.id)))
    .execute();
  expect(await person.ask(403, 'POST', '/api/invitations', { secret })).toEqual({
    error: 'A team can have at most 200 members',
  });
  await owner.ask(204, 'DELETE', `/api/teams/${team}/members/${others[0]?.id}`);
  // Of accounts that are no teams a membership is as good as any for the count.
  await db
    .insertInto('member')
    .values(others.slice(0, maximumTeams).map((one) => asMember(one.id, person.id)))
    .execute();
  await person.ask(403, 'POST', '/api/invitations', { secret });
  await db.deleteFrom('member').where('account_id', '=', person.id).execute();
  await person.ask(200, 'POST', '/api/invitations', { secret });
});
