import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { send, startGuest, startServer } from '../start-server.ts';
import { join, setPlanOf, startMember, startTeam } from './team-server.ts';

const dayMs = 86_400_000;
const server = forFile(await startServer());
const { db } = server.store;

test('an endpoint moves with all it has, within the limit, and its shares end', async () => {
  const { owner, team } = await startTeam(server);
  const token = await owner.endpoint();
  const { id } = await send(server, token, { method: 'POST', body: 'before' });
  const settings = { replies: [{ status: 202 }], delivery: 'one' };
  await owner.ask(200, 'PUT', `/api/endpoints/${token}/settings`, settings);
  const endpoint = await db
    .selectFrom('endpoint')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('share')
    .values({
      ...{ account_id: owner.id, created_by: owner.id, secret_hash: `of ${token}` },
      ...{ endpoint_id: endpoint.id, capture_id: null, redact: 'secrets', fields: '[]' },
      ...{ created_at: 0, expires_at: Date.now() + dayMs },
    })
    .execute();
  const move = (from: string, to: number, status: number) =>
    owner.ask(status, 'POST', `/api/endpoints/${token}/move${from}`, { to });
  await move('', 999_999_999, 404);
  await move('', team, 204);
  await owner.ask(404, 'GET', `/api/endpoints/${token}/settings`);
  const ofTeam = `?account=${team}`;
  expect(await owner.ask(200, 'GET', `/api/endpoints/${token}/settings${ofTeam}`)).toEqual(
    settings,
  );
  expect((await send(server, token, { method: 'POST', body: 'after' })).status).toBe(202);
  const list = await owner.ask(200, 'GET', `/api/requests${ofTeam}`);
  expect(list).toMatchObject([{ attempt: 1 }, { id }]);
  expect(await owner.ask(200, 'GET', '/api/requests')).toEqual([]);
  const shares = await db
    .selectFrom('share')
    .selectAll()
    .where('endpoint_id', '=', endpoint.id)
    .execute();
  expect(shares).toEqual([]);
  // With another version every node looks the endpoint up again: whose it is, and with whom that account counts.
  const moved = await db
    .selectFrom('endpoint')
    .select('settings_version')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  expect(moved.settings_version).toBe(2);
  // The plan allows three there.
  for (let made = 0; made < 3; made += 1) await owner.endpoint();
  await move(ofTeam, owner.id, 403);
  const member = await startMember(server, owner, team, 'member');
  await member.ask(403, 'POST', `/api/endpoints/${token}/move${ofTeam}`, { to: member.id });
  const viewed = await startTeam(server);
  await join(viewed.owner, viewed.team, 'viewer', owner);
  await move(ofTeam, viewed.team, 403);
});

test('what arrives while an endpoint moves to and fro is stored once, at one account', async () => {
  const { owner, team } = await startTeam(server);
  const token = await owner.endpoint();
  let moving = true;
  const sending = async (): Promise<number[]> => {
    const ids: number[] = [];
    while (moving) {
      const answer = await send(server, token);
      expect(answer.status).toBe(200);
      ids.push(answer.id);
    }
    return ids;
  };
  const senders = [sending(), sending(), sending()];
  for (let moves = 0; moves < 10; moves += 1) {
    const from = moves % 2 === 0 ? '' : `?account=${team}`;
    const to = moves % 2 === 0 ? team : owner.id;
    await owner.ask(204, 'POST', `/api/endpoints/${token}/move${from}`, { to });
  }
  moving = false;
  const acknowledged = (await Promise.all(senders)).flat().sort((a, b) => b - a);
  const own = await owner.ask(200, 'GET', '/api/requests');
  expect(own.map((request: { id: number }) => request.id)).toEqual(acknowledged);
  expect(await owner.ask(200, 'GET', `/api/requests?account=${team}`)).toEqual([]);
  const usage = await owner.ask(200, 'GET', '/api/usage');
  expect(usage.requests).toBe(acknowledged.length);
});

test('moves at the same moment, against each other and past the limit, leave each endpoint at one account', async () => {
  const { owner, team } = await startTeam(server);
  const mine = await Promise.all([owner.endpoint(), owner.endpoint(), owner.endpoint()]);
  const theirs: string[] = [];
  for (let made = 0; made < 2; made += 1) {
    const { token } = await owner.ask(201, 'POST', `/api/endpoints?account=${team}`);
    theirs.push(token);
  }
  const away = mine.map((token) =>
    owner.call('POST', `/api/endpoints/${token}/move`, { to: team }),
  );
  const back = theirs.map((token) =>
    owner.call('POST', `/api/endpoints/${token}/move?account=${team}`, { to: owner.id }),
  );
  for (const { status } of await Promise.all([...away, ...back])) {
    expect([204, 403]).toContain(status);
  }
  const listed = [
    await owner.ask(200, 'GET', '/api/endpoints'),
    await owner.ask(200, 'GET', `/api/endpoints?account=${team}`),
  ];
  expect(listed.every((list) => list.length <= 3)).toBe(true);
  const tokens = listed.flat().map(({ token }: { token: string }) => token);
  expect(tokens.sort()).toEqual([...mine, ...theirs].sort());
});

test('a guest’s endpoints come to the person, never to the team that a page shows', async () => {
  const { owner, team } = await startTeam(server);
  const { email } = await owner.ask(200, 'GET', '/api/auth/me');
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const login = { email, password: 'correct horse battery' };
  await guest.ask(400, 'POST', `/api/auth/login?account=${team}`, login);
  await guest.ask(200, 'POST', '/api/auth/login', login);
  expect(await guest.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token }]);
  expect(await guest.ask(200, 'GET', `/api/endpoints?account=${team}`)).toEqual([]);
});

test('a move to where an endpoint is changes nothing, and the audit says nothing of it', async () => {
  const { owner } = await startTeam(server);
  const token = await owner.endpoint();
  await owner.ask(204, 'POST', `/api/endpoints/${token}/move`, { to: owner.id });
  const rows: { action: string }[] = await owner.ask(200, 'GET', '/api/audit');
  expect(rows.map(({ action }) => action)).not.toContain('endpoint.move');
});

test('a move that deletes requests is refused, until it names their number', async () => {
  const plans = JSON.stringify({ free: { requestsPerEndpoint: 3 } });
  await using small = await startServer({
    environment: { HOOKWELL_PLANS: plans, HOOKWELL_SIGNUP_PLAN: 'free' },
  });
  const { owner, team } = await startTeam(small);
  await setPlanOf(small, owner.id);
  const token = await owner.endpoint();
  for (let sent = 0; sent < 5; sent += 1) await send(small, token);
  const move = (status: number, query = '') =>
    owner.ask(status, 'POST', `/api/endpoints/${token}/move${query}`, { to: team });
  const { error } = await move(409);
  expect(error).toContain('keeps 3 requests of an endpoint, and this one has 5');
  expect(error).toContain('deletes the 2 oldest');
  await move(409, '?removing=1');
  await move(400, '?removing=-1');
  await move(400, '?removing=many');
  expect(await owner.ask(200, 'GET', '/api/requests')).toHaveLength(5);
  await move(204, '?removing=2');
  // What captures is trimmed within a second, everything else within a minute.
  await send(small, token);
  const left = async () => await owner.ask(200, 'GET', `/api/requests?account=${team}`);
  await eventually(async () => (await left()).length === 3);
});
