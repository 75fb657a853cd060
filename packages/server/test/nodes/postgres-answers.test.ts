import { expect, inject, test } from 'vitest';
import { answer, type ListenedRequest, listen } from '../answers/listener.ts';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import type { StreamClient } from '../live/stream-client.ts';
import { query } from '../postgres/connect.ts';
import { createDatabase } from '../postgres/databases.ts';
import { startProcess } from '../server-process.ts';
import { send, startAccount, startServer, withKey } from '../start-server.ts';
import { at, startNodes } from './start-nodes.ts';

const { nodes, databaseUrl } = forFile(await startNodes());
const [first, second, third] = nodes;
const visitor = await withKey(await startAccount(first, 'plus'));

function post(node: { url: string }, token: string): Promise<Response> {
  return fetch(`${node.url}/wh/${token}`, { method: 'POST', body: 'hi' });
}

/** Sends until a sender waits: other nodes hear of a stream a moment later. Gives the answer to come, and the capture. */
async function waitingOn(
  node: { url: string },
  token: string,
  stream: StreamClient,
): Promise<{ answering: Promise<Response>; id: number }> {
  for (;;) {
    const before = stream.requests.length;
    const answering = post(node, token);
    const [request] = (await stream.received(before + 1)).slice(before) as ListenedRequest[];
    if (request?.waiting) return { answering, id: request.id };
    await answering;
  }
}

/** Whether nobody is waited for. */
async function isAnsweredAtOnce(node: { url: string }, token: string): Promise<boolean> {
  const signal = AbortSignal.timeout(2000);
  return await send(node, token, { method: 'POST', signal }).then(
    () => true,
    () => false,
  );
}

test('a listener, a sender and an answer may be on three nodes', async () => {
  const token = await visitor.endpoint();
  using stream = await listen(visitor, token, 'answers=20s', second);
  const { answering, id } = await waitingOn(first, token, stream);
  const bodyBase64 = Buffer.alloc(1024 * 1024, 'é').toString('base64');
  const given = { headers: { 'X-A': 'ä' }, bodyBase64 };
  const [one, other] = await Promise.all([
    answer(at(third, visitor), id, { status: 222, ...given }),
    answer(at(second, visitor), id, { status: 223, ...given }),
  ]);
  expect([one, other].sort()).toEqual([204, 409]);
  const response = await answering;
  const status = one === 204 ? 222 : 223;
  expect(response.status).toBe(status);
  expect(response.headers.get('x-a')).toBe('ä');
  expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(bodyBase64);
  const shown = { answer: String(status), answeredBy: 'listener' };
  expect(await at(third, visitor).ask(200, 'GET', `/api/requests/${id}`)).toMatchObject(shown);
  // Nothing of the body stays behind.
  expect(
    await query(databaseUrl, 'select 1 from listener_answer where offered is not null'),
  ).toEqual([]);
  stream[Symbol.dispose]();
  await eventually(() => isAnsweredAtOnce(first, token));
  expect(await query(databaseUrl, 'select 1 from listener')).toEqual([]);
});

test('senders wait for listeners on a node whose clock is an hour ahead', async () => {
  const token = await visitor.endpoint();
  using stream = await listen(visitor, token, 'answers=25s', second);
  const { answering, id } = await waitingOn(first, token, stream);
  await using node = await startProcess({
    databaseUrl,
    preload: 'const { now } = Date; Date.now = () => now() + 3_600_000;',
  });
  // One that started meanwhile has removed what was left behind, and nothing else.
  expect(await answer(visitor, id, { status: 222 })).toBe(204);
  expect((await answering).status).toBe(222);

  const there = await waitingOn(node, token, stream);
  expect(await answer(visitor, there.id, { status: 223 })).toBe(204);
  expect((await there.answering).status).toBe(223);
});

test('an answer of which nobody notified the node of its sender is there when the time ends', async () => {
  const token = await visitor.endpoint();
  using stream = await listen(visitor, token, 'answers=5s', second);
  const { answering, id } = await waitingOn(first, token, stream);
  await query(
    databaseUrl,
    `update listener_answer set answer = '222', offered = '{"status":222,"headers":[],"body":"aGk="}'
      where capture_id = ${id}`,
  );
  expect(await visitor.ask(200, 'GET', `/api/requests/${id}`)).not.toHaveProperty('answer');
  const response = await answering;
  expect([response.status, await response.text()]).toEqual([222, 'hi']);
  const shown = { answer: '222', answeredBy: 'listener' };
  expect(await visitor.ask(200, 'GET', `/api/requests/${id}`)).toMatchObject(shown);
  expect(await answer(visitor, id)).toBe(409);
});

test('many answers from all nodes at once, one for each sender', async () => {
  const token = await visitor.endpoint();
  using stream = await listen(visitor, token, 'answers=20s', second);
  const { answering, id } = await waitingOn(first, token, stream);
  await answer(visitor, id);
  await answering;
  const before = stream.requests.length;
  const count = 12;
  const sent = Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const response = await post(index % 2 === 0 ? first : third, token);
      return { id: Number(response.headers.get('hookwell-request')), status: response.status };
    }),
  );
  const requests = (await stream.received(before + count)).slice(before);
  const given = await Promise.all(
    requests.flatMap((request) =>
      [first, second, third].map(async (node, index) => ({
        id: request.id,
        status: 400 + index,
        got: await answer(at(node, visitor), request.id, { status: 400 + index }),
      })),
    ),
  );
  const taken = given.filter(({ got }) => got === 204);
  expect(given.map(({ got }) => got).filter((got) => got !== 204 && got !== 409)).toEqual([]);
  const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;
  expect(taken.map(({ id, status }) => ({ id, status })).sort(byId)).toEqual(
    (await sent).sort(byId),
  );
});

test('an answer for a sender whose node was killed is 503, and the capture shows none', async () => {
  await using database = await createDatabase(inject('postgres'));
  await using node = await startServer({ databaseUrl: database.url });
  const doomed = await startProcess({ databaseUrl: database.url });
  const account = await withKey(await startAccount(node, 'plus'));
  const token = await account.endpoint();
  using stream = await listen(account, token, 'answers=25s');
  const { answering, id } = await waitingOn(doomed, token, stream);
  const cut = answering.then(
    () => 'answered',
    () => 'cut',
  );
  await doomed.end('SIGKILL');
  expect(await cut).toBe('cut');
  expect(await answer(account, id)).toBe(503);
  expect(await account.ask(200, 'GET', `/api/requests/${id}`)).not.toHaveProperty('answer');
  // The node that is left goes on.
  const next = await waitingOn(node, token, stream);
  expect(await answer(account, next.id)).toBe(204);
  expect((await next.answering).status).toBe(201);
});
