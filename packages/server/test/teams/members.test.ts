import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { openStream } from '../live/stream-client.ts';
import { startServer, Visitor } from '../start-server.ts';
import { invite, startMember, startTeam } from './team-server.ts';

const server = forFile(await startServer({ streamCheckMs: 50 }));
const { db } = server.store;

test('one owner stays, whoever leaves, lowers or removes at the same moment', async () => {
  for (const change of ['remove', 'lower', 'leave', 'delete']) {
    const { owner, team } = await startTeam(server);
    const other = await startMember(server, owner, team, 'owner');
    const act = (who: typeof owner, whom: typeof owner) => {
      const path = `/api/teams/${team}/members/${whom.id}`;
      if (change === 'remove') return who.call('DELETE', path);
      if (change === 'lower') return who.call('PATCH', path, { role: 'viewer' });
      if (change === 'leave') return who.call('DELETE', `/api/teams/${team}/members/${who.id}`);
      return who.call('DELETE', '/api/auth/me', { password: 'correct horse battery' });
    };
    const answers = await Promise.all([act(owner, other), act(other, owner)]);
    expect([change, answers.filter(({ ok }) => ok).length]).toEqual([change, 1]);
    const owners = await db
      .selectFrom('member')
      .select('account_id')
      .where('team_id', '=', team)
      .where('role', '=', 'owner')
      .execute();
    expect([change, owners.length]).toEqual([change, 1]);
  }
});

test('whoever goes takes along what they made; a lowered member’s key only reads', async () => {
  const { owner, team } = await startTeam(server, 'plus');
  const member = await startMember(server, owner, team, 'member');
  const { token } = await owner.ask(201, 'POST', `/api/endpoints?account=${team}`);
  const { secret } = await member.ask(201, 'POST', `/api/keys?account=${team}`, { name: 'his' });
  await owner.ask(201, 'POST', `/api/keys?account=${team}`, { name: 'hers' });
  const keys = (who: Visitor) => who.ask(200, 'GET', `/api/keys?account=${team}`);
  expect(await keys(member)).toMatchObject([{ name: 'his' }]);
  const both = await keys(owner);
  expect(both).toMatchObject([{ name: 'his' }, { name: 'hers' }]);
  await member.ask(404, 'DELETE', `/api/keys/${both[1].trackingId}?account=${team}`);

  const program = new Visitor(server, { key: secret });
  await program.ask(200, 'GET', `/api/endpoints?account=${team}`);
  await program.ask(404, 'GET', `/api/endpoints?account=${member.id}`);
  using reading = await openStream(`${server.url}/api/sse`, {
    authorization: `Bearer ${secret}`,
  });
  using answering = await openStream(
    `${server.url}/api/sse?account=${team}&endpoint=${token}&answers=5s`,
    { cookie: member.cookie ?? '' },
  );
  expect([reading, answering].map(({ response }) => response.statusCode)).toEqual([200, 200]);
  const path = `/api/teams/${team}/members/${member.id}`;
  await owner.ask(200, 'PATCH', path, { role: 'viewer' });
  await program.ask(403, 'POST', '/api/endpoints');
  await program.ask(200, 'GET', '/api/endpoints');
  await eventually(() => answering.ended !== 'no');
  expect(reading.ended).toBe('no');
  await owner.ask(204, 'DELETE', path);
  await program.ask(401, 'GET', '/api/endpoints');
  await member.ask(404, 'GET', `/api/endpoints?account=${team}`);
  await eventually(() => reading.ended !== 'no');
  expect(await keys(owner)).toMatchObject([{ name: 'hers' }]);
});

test('the last owner deletes no account; with another owner it goes with its memberships', async () => {
  const { owner, team } = await startTeam(server, 'plus');
  const password = { password: 'correct horse battery' };
  await owner.ask(409, 'DELETE', '/api/auth/me', password);
  await owner.ask(409, 'DELETE', `/api/teams/${team}/members/${owner.id}`);
  const heir = await startMember(server, owner, team, 'owner');
  await owner.ask(201, 'POST', `/api/keys?account=${team}`, { name: 'key' });
  await invite(owner, team, 'owner');
  await owner.ask(204, 'DELETE', '/api/auth/me', password);
  expect(await heir.ask(200, 'GET', `/api/keys?account=${team}`)).toEqual([]);
  expect(await heir.ask(200, 'GET', `/api/teams/${team}/invitations`)).toEqual([]);
  expect(await heir.ask(200, 'GET', `/api/teams/${team}/members`)).toMatchObject([
    { id: heir.id, role: 'owner' },
  ]);
});
