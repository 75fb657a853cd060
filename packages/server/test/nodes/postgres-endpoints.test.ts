import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';
import {
  password,
  send,
  startAccount,
  startGuest,
  type TestServer,
  Visitor,
} from '../start-server.ts';
import { at, inTurn, type Nodes, startNodes } from './start-nodes.ts';
import { watch } from './stream-follower.ts';

const idsOf = (requests: { id: number }[]) => requests.map(({ id }) => id);

/** Sends to the endpoint at all nodes from many senders until it is stopped. */
function keepSending(nodes: readonly TestServer[], token: string) {
  const answers: { began: number; status: number; id: number }[] = [];
  let going = true;
  const senders = Array.from({ length: 12 }, async (_, number) => {
    while (going) {
      const began = performance.now();
      const { status, id } = await send(inTurn(nodes, number), token);
      answers.push({ began, status, id });
    }
  });
  async function stop() {
    going = false;
    await Promise.all(senders);
    return answers;
  }
  return { answers, stop };
}

/** The ids that the endpoint holds. */
async function storedFor({ databaseUrl }: Nodes, token: string): Promise<number[]> {
  const rows = await query(
    databaseUrl,
    `select captured_request.id from captured_request join endpoint on endpoint.id = endpoint_id
     where token = $1 order by id`,
    [token],
  );
  return rows.map(({ id }) => Number(id));
}

test('an endpoint made on one node works on the others at once', async () => {
  await using cluster = await startNodes();
  const [a, ...others] = cluster.nodes;
  const account = await startAccount(a);
  for (let round = 0; round < 3; round++) {
    const token = await account.endpoint();
    for (const node of others) expect((await send(node, token)).status).toBe(200);
  }
});

test('one deleted on one node is unknown to the others at once, and costs other captures nothing', async () => {
  // The plan is so large that captures go only with their endpoint.
  const environment = { HOOKWELL_PLANS: '{"free":{"requestsPerEndpoint":1000000}}' };
  await using cluster = await startNodes({ environment });
  const { nodes } = cluster;
  const account = await startAccount(nodes[0]);
  const kept = await account.endpoint();
  const acknowledged: number[] = [];
  for (let round = 0; round < 2; round++) {
    const token = await account.endpoint();
    const [toKept, toDeleted] = [keepSending(nodes, kept), keepSending(nodes, token)];
    // Every node knows the endpoint, and has captures for both under way.
    await eventually(() => toDeleted.answers.length > 60 && toKept.answers.length > 60);
    await at(inTurn(nodes, round), account).ask(204, 'DELETE', `/api/endpoints/${token}`);
    const deletedAt = performance.now();
    const [before, beforeKept] = [toDeleted.answers.length, toKept.answers.length];
    await eventually(
      () => toDeleted.answers.length > before + 60 && toKept.answers.length > beforeKept + 60,
    );
    const answers = await toDeleted.stop();
    const late = answers.filter(({ began }) => began > deletedAt);
    expect(late.length).toBeGreaterThan(20);
    expect(late.filter(({ status }) => status !== 404)).toEqual([]);
    expect(answers.filter(({ status }) => status !== 404 && status !== 200)).toEqual([]);
    const ofKept = await toKept.stop();
    expect(ofKept.filter(({ status }) => status !== 200)).toEqual([]);
    // Each sender was told the id of its own capture, whatever else its group held.
    acknowledged.push(...idsOf(ofKept));
    expect(await storedFor(cluster, kept)).toEqual(acknowledged.sort((x, y) => x - y));
  }
});

test('captures that were cleared or removed on one node are not shown by the others any more', async () => {
  await using cluster = await startNodes();
  const { nodes } = cluster;
  const [a, b, c] = nodes;
  const account = await startAccount(a);
  const token = await account.endpoint();
  for (const [path, list] of [
    ['/api/requests', '/api/requests'],
    [`/api/requests/endpoint/${token}`, `/api/requests/endpoint/${token}?limit=1000`],
  ] as const) {
    const sending = keepSending(nodes, token);
    await eventually(() => sending.answers.length > 100);
    const old = new Set(idsOf(sending.answers));
    await account.ask(204, 'DELETE', path);
    const [clearedAt, answered] = [performance.now(), sending.answers.length];
    const shown = idsOf(await at(b, account).ask(200, 'GET', list));
    await eventually(() => sending.answers.length > answered + 60);
    // Captures that were under way during the clearing may be there or not.
    const since = (await sending.stop()).filter(({ began }) => began > clearedAt);
    expect(since.length).toBeGreaterThan(20);
    const left: number[] = idsOf(await at(c, account).ask(200, 'GET', list));
    expect(left).toEqual(expect.arrayContaining(idsOf(since)));
    expect([...shown, ...left].filter((id) => old.has(id))).toEqual([]);
  }
  const [newest, second] = idsOf(await account.ask(200, 'GET', '/api/requests'));
  await at(b, account).ask(204, 'DELETE', `/api/requests/${newest}`);
  await at(c, account).ask(404, 'GET', `/api/requests/${newest}`);
  expect(idsOf(await at(c, account).ask(200, 'GET', '/api/requests'))[0]).toBe(second);
  await account.ask(204, 'DELETE', '/api/requests');
  using stream = await watch(at(b, account));
  const { id } = await send(c, token);
  await stream.received(1);
  expect(stream.ids).toEqual([id]);
});

test('a guest of one node registers on another and keeps what it has', async () => {
  await using cluster = await startNodes();
  const [a, b, c] = cluster.nodes;
  const guest = await startGuest(a);
  const token = await guest.endpoint();
  const ids = [(await send(a, token)).id, (await send(c, token)).id];
  const account = at(b, guest);
  const credentials = { email: 'new@example.com', password };
  await account.ask(201, 'POST', '/api/auth/register', credentials);
  ids.push((await send(a, token)).id, (await send(c, token)).id);
  expect(idsOf(await at(c, account).ask(200, 'GET', '/api/requests'))).toEqual(ids.reverse());
  expect(await at(a, account).ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token }]);
  await guest.ask(401, 'GET', '/api/endpoints');
});

test('a guest of one node is merged on another, and streams follow', async () => {
  await using cluster = await startNodes({ streamCheckMs: 100 });
  const [a, b, c] = cluster.nodes;
  const credentials = { email: 'merged@example.com', password };
  const owner = new Visitor(a);
  await owner.ask(201, 'POST', '/api/auth/register', credentials);
  const guest = await startGuest(a);
  const former = at(c, guest);
  const token = await guest.endpoint();
  const before = [(await send(a, token)).id, (await send(c, token)).id];
  using ofOwner = await watch(at(c, owner));
  using ofGuest = await watch(former);
  using narrow = await watch(former, `endpoint=${token}`);
  await ofGuest.received(2);
  await narrow.received(2);

  const merged = at(b, guest);
  await merged.ask(200, 'POST', '/api/auth/login', credentials);
  await former.ask(401, 'GET', '/api/requests');
  const after = [(await send(c, token)).id, (await send(a, token)).id];
  expect(idsOf(await at(c, merged).ask(200, 'GET', '/api/requests'))).toEqual(
    [...before, ...after].reverse(),
  );
  // A stream that is open does not replay older ids.
  await ofOwner.received(2);
  expect(ofOwner.ids).toEqual(after);
  using fresh = await watch(at(c, merged), `endpoint=${token}`);
  await fresh.received(4);
  expect(fresh.ids).toEqual([...before, ...after]);
  // The guest's session has ended, and its streams end with it.
  await eventually(() => ofGuest.ended === 'whole' && narrow.ended === 'whole');
  expect([...ofGuest.ids, ...narrow.ids]).toEqual([...before, ...before]);
});
