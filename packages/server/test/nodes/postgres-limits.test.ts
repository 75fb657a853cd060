import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { query } from '../postgres/connect.ts';
import { password, send, startAccount, startGuest, Visitor } from '../start-server.ts';
import { at, inTurn, type Nodes, startNodes } from './start-nodes.ts';

/** Makes this many calls at once, at the nodes in turn; gives the number of answers by status. */
async function statuses(
  { nodes }: Nodes,
  times: number,
  call: (node: Nodes['nodes'][0], number: number) => Promise<{ status: number }>,
): Promise<Record<number, number>> {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, number) => call(inTurn(nodes, number), number)),
  );
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const cluster = forFile(await startNodes());

test('twelve endpoints at once give as many as the plan allows', async () => {
  for (const visitor of [
    await startGuest(cluster.nodes[0]),
    await startAccount(cluster.nodes[1]),
  ]) {
    const create = (node: Nodes['nodes'][0]) => at(node, visitor).call('POST', '/api/endpoints');
    expect(await statuses(cluster, 12, create)).toEqual({ 201: 3, 403: 9 });
    expect(await visitor.ask(200, 'GET', '/api/endpoints')).toHaveLength(3);
  }
});

test('regenerating at all nodes at once leaves one endpoint', async () => {
  const account = await startAccount(cluster.nodes[0]);
  for (let made = 0; made < 3; made++) await account.endpoint();
  const regenerate = (node: Nodes['nodes'][0]) =>
    at(node, account).call('POST', '/api/endpoints/regenerate');
  expect(await statuses(cluster, 12, regenerate)).toEqual({ 201: 12 });
  expect(await account.ask(200, 'GET', '/api/endpoints')).toHaveLength(1);
});

test('API keys that are made at once are twenty at most, each with an id of its own, listed oldest first', async () => {
  // The clock gives a new time each time it is read.
  let now = Date.now();
  await using cluster = await startNodes({ clock: () => now++ });
  const account = await startAccount(cluster.nodes[0], 'plus');
  const create = (node: Nodes['nodes'][0], number: number) =>
    at(node, account).call('POST', '/api/keys', { name: `key ${number}` });
  for (let made = 0; made < 14; made++)
    expect((await create(cluster.nodes[0], made)).status).toBe(201);
  expect(await statuses(cluster, 12, create)).toEqual({ 201: 6, 403: 6 });
  const keys: { trackingId: string; createdAt: string }[] = await account.ask(
    200,
    'GET',
    '/api/keys',
  );
  expect(new Set(keys.map(({ trackingId }) => trackingId)).size).toBe(20);
  const times = keys.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted());
  // They were made in that order: the clock was read while no other node could make one.
  const made = await query(cluster.databaseUrl, 'select tracking_id from api_key order by id');
  expect(keys.map(({ trackingId }) => trackingId)).toEqual(
    made.map(({ tracking_id }) => tracking_id),
  );
});

test('attempts count over all nodes, by address and by address and email', async () => {
  const limited = { HOOKWELL_AUTH_RATE_LIMIT: '12' };
  // All attempts fall within one window.
  const now = Date.now();
  const clock = () => now;
  const attempt = (path: string, emailOf: (number: number) => string) => {
    return (node: Nodes['nodes'][0], number: number) =>
      new Visitor(node).call('POST', `/api/auth/${path}`, { email: emailOf(number), password });
  };
  {
    await using cluster = await startNodes({ environment: limited, clock });
    const logIn = attempt('login', (number) => `nobody-${number}@example.com`);
    expect(await statuses(cluster, 30, logIn)).toEqual({ 401: 12, 429: 18 });
    const begin = (node: Nodes['nodes'][0]) => new Visitor(node).call('POST', '/api/auth/guest');
    expect(await statuses(cluster, 3, begin)).toEqual({ 429: 3 });
  }
  {
    const environment = { HOOKWELL_AUTH_RATE_LIMIT: '60' };
    await using cluster = await startNodes({ environment, clock });
    const guess = attempt('login', () => 'victim@example.com');
    expect(await statuses(cluster, 30, guess)).toEqual({ 401: 10, 429: 20 });
    const another = attempt('login', () => 'another@example.com');
    expect(await statuses(cluster, 3, another)).toEqual({ 401: 3 });
  }
});

test('of many registrations of one email at once one gets it', async () => {
  for (let round = 0; round < 2; round++) {
    const email = `wanted-${round}@example.com`;
    const register = (node: Nodes['nodes'][0]) =>
      new Visitor(node).call('POST', '/api/auth/register', { email, password });
    expect(await statuses(cluster, 9, register)).toEqual({ 201: 1, 409: 8 });
  }
});

test('a guest that logs in at two nodes at the same moment is merged once', async () => {
  const [a, b, c] = cluster.nodes;
  const emails = ['one@example.com', 'two@example.com'] as const;
  for (const email of emails) {
    await new Visitor(a).ask(201, 'POST', '/api/auth/register', { email, password });
  }
  for (let round = 0; round < 4; round++) {
    const guest = await startGuest(a);
    const token = await guest.endpoint();
    const { id } = await send(c, token);
    const [one, two] = [at(b, guest), at(c, guest)];
    await Promise.all([
      one.ask(200, 'POST', '/api/auth/login', { email: emails[0], password }),
      two.ask(200, 'POST', '/api/auth/login', { email: emails[1], password }),
    ]);
    const lists = await Promise.all([one, two].map((it) => it.ask(200, 'GET', '/api/endpoints')));
    expect(lists.flat().filter((endpoint) => endpoint.token === token)).toHaveLength(1);
    const requests = await Promise.all([one, two].map((it) => it.ask(200, 'GET', '/api/requests')));
    expect(requests.flat().filter((request) => request.id === id)).toHaveLength(1);
    await at(b, guest).ask(401, 'GET', '/api/auth/me');
  }
});

test("the rate of captures is each node's own", async () => {
  const now = Date.now();
  const environment = { HOOKWELL_RECEIVE_RATE_LIMIT: '5' };
  // Time stands still, so that used attempts stay used.
  await using cluster = await startNodes({ environment, clock: () => now });
  const token = await (await startAccount(cluster.nodes[0])).endpoint();
  for (const node of cluster.nodes) expect((await send(node, token)).status).toBe(200);
  expect(await statuses(cluster, 30, (node) => send(node, token))).toEqual({ 200: 12, 429: 18 });
});
