import { expect, test } from 'vitest';
import { mostWaitingOfAccount } from '../../src/receive/waiting-answers.ts';
import { maxOfEndpoint } from '../../src/responders/responders.ts';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { openSocket, readAnswer } from '../raw-http.ts';
import { endpointWith } from '../replies/settings.ts';
import { send, startAccount, startServer, type Visitor } from '../start-server.ts';
import { answer, listen } from './listener.ts';

const server = forFile(await startServer());
const visitor = await startAccount(server, 'plus');

test('a sender gets the answer of a listener, word for word; the capture says so', async () => {
  const token = await visitor.endpoint();
  using stream = await listen(visitor, token);
  const answering = fetch(`${server.url}/wh/${token}`, { method: 'POST', body: 'hi' });
  const [request] = await stream.received(1);
  const id = request?.id ?? 0;
  expect(request).toMatchObject({ waiting: true });
  expect(request).not.toHaveProperty('answer');
  expect(await visitor.ask(200, 'GET', `/api/requests/${id}`)).not.toHaveProperty('waiting');
  const given = {
    status: 418,
    headers: { 'content-type': 'application/x-tea', 'X-Pot': 'ä', 'Retry-After': '7' },
    body: '{{json.a}} é',
  };
  expect(await answer(visitor, id, given)).toBe(204);
  const response = await answering;
  expect(response.status).toBe(418);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/x-tea',
    'x-pot': 'ä',
    'retry-after': '7',
    'hookwell-request': String(id),
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  });
  expect(await response.text()).toBe('{{json.a}} é');
  const shown = { answer: '418', answeredBy: 'listener' };
  expect(await visitor.ask(200, 'GET', `/api/requests/${id}`)).toMatchObject(shown);
  const [listed] = await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`);
  expect(listed).toMatchObject(shown);
  expect(listed).not.toHaveProperty('delivery');
  const found = await visitor.ask(200, 'GET', `/api/requests?match=answer=418`);
  expect(found.map((one: { id: number }) => one.id)).toEqual([id]);
  expect(await answer(visitor, id, given)).toBe(409);
});

test('without an answer in time the sender gets what it would have got otherwise', async () => {
  const token = await visitor.endpoint();
  const replying = await endpointWith(visitor, { replies: [{ status: 202, delay: '150ms' }] });
  using _plain = await listen(visitor, token, 'answers=100ms');
  using _replying = await listen(visitor, replying, 'answers=100ms');
  const began = performance.now();
  const [acknowledged, replied] = await Promise.all([
    send(server, token),
    fetch(`${server.url}/wh/${replying}`),
  ]);
  expect(acknowledged).toMatchObject({
    status: 200,
    text: expect.stringContaining('Webhook received'),
  });
  expect(replied.status).toBe(202);
  const tookMs = performance.now() - began;
  expect(tookMs).toBeGreaterThan(149);
  const [request] = await visitor.ask(200, 'GET', `/api/requests/endpoint/${replying}`);
  expect(request).toMatchObject({ answer: '202' });
  expect(request).not.toHaveProperty('answeredBy');
  expect(await answer(visitor, acknowledged.id)).toBe(409);
  expect(await answer(visitor, request.id)).toBe(409);
  const rows = await server.store.db.selectFrom('listener_answer').selectAll().execute();
  expect(rows.filter((row) => row.answer === null)).toEqual([]);
});

test('a listener that is killed between a request and its answer makes its sender wait no longer', async () => {
  const token = await visitor.endpoint();
  using stream = await listen(visitor, token, 'answers=500ms');
  const sent = send(server, token);
  const id = (await stream.received(1))[0]?.id ?? 0;
  stream[Symbol.dispose]();
  expect(await sent).toMatchObject({ status: 200, id });
  // Whoever comes back in time answers all the same.
  using again = await listen(visitor, token, `answers=20s&after=${id}`);
  const waiting = send(server, token);
  const next = (await again.received(1))[0]?.id ?? 0;
  again[Symbol.dispose]();
  expect(await answer(visitor, next)).toBe(204);
  expect((await waiting).status).toBe(201);
});

test('nobody waits once the stream is closed, nor for what does not match', async () => {
  const token = await visitor.endpoint();
  const stream = await listen(
    visitor,
    token,
    `answers=20s&match=${encodeURIComponent('json.a=1 path:/x')}`,
  );
  const other = await send(server, token, { method: 'POST', path: '/x', body: '{"a":2}' });
  expect(other.status).toBe(200);
  const waiting = send(server, token, { method: 'POST', path: '/x', body: '{"a":1}' });
  const [request] = await stream.received(1);
  expect(request).toMatchObject({ waiting: true });
  expect(await answer(visitor, request?.id ?? 0, { status: 299 })).toBe(204);
  expect((await waiting).status).toBe(299);
  stream[Symbol.dispose]();
  await eventually(
    () => server.metrics.openStreams.get(),
    ({ values }) => values[0]?.value === 0,
  );
  expect((await send(server, token, { method: 'POST', path: '/x', body: '{"a":1}' })).status).toBe(
    200,
  );
});

test('what is no answer is refused at its place, and the sender goes on waiting', async () => {
  const token = await visitor.endpoint();
  using stream = await listen(visitor, token);
  const answering = fetch(`${server.url}/wh/${token}`);
  const id = (await stream.received(1))[0]?.id ?? 0;
  const refused = async (given: unknown, sentence: string) => {
    const { error } = await visitor.ask(400, 'PUT', `/api/requests/${id}/answer`, given);
    expect(error).toContain(sentence);
  };
  await refused({ status: 199 }, 'status: ');
  await refused({ status: '200' }, 'status: ');
  await refused({}, 'status: ');
  await refused([], 'answer: an answer must be an object');
  await refused({ status: 200, delay: '1s' }, 'delay: ');
  await refused({ status: 200, headers: { 'Set-Cookie': 'a=b' } }, 'headers["Set-Cookie"]: ');
  await refused({ status: 200, headers: { 'X-A': 'a\r\nb: c' } }, 'headers["X-A"]: ');
  await refused({ status: 200, headers: { 'X-A': 'a', 'x-a': 'b' } }, 'given twice');
  await refused({ status: 200, body: 'a', bodyBase64: 'YQ==' }, 'bodyBase64: ');
  await refused({ status: 200, body: '\ud800' }, 'body: ');
  await refused({ status: 200, body: 'é'.repeat(524_289) }, 'body: a body has at most 1 MiB');
  await refused({ status: 200, bodyBase64: 'a' }, 'bodyBase64: ');
  const large = await visitor.call('PUT', `/api/requests/${id}/answer`, {
    status: 200,
    body: 'a'.repeat(20 * 1024 * 1024),
  });
  expect(large.status).toBe(413);
  const stranger = await startAccount(server);
  expect(await answer(stranger, id)).toBe(404);
  expect(await answer(visitor, 999_999_999)).toBe(404);
  await refused({ status: 200, headers: { a: Array(10_000).fill('') } }, 'at most 16 KiB beside');
  const most = Buffer.alloc(1024 * 1024, 1);
  expect(await answer(visitor, id, { status: 200, bodyBase64: most.toString('base64') })).toBe(204);
  const response = await answering;
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  expect(Buffer.from(await response.arrayBuffer())).toEqual(most);
});

/** Begins to answer a sender with a long body, of which it sends these bytes. */
async function beginAnswer(of: Visitor, id: number, body: string, length = 1024 * 1024) {
  const socket = await openSocket(server.url);
  const head = `Host: a\r\nCookie: ${of.cookie}\r\nContent-Type: application/json\r\nContent-Length: ${length}`;
  socket.write(`PUT /api/requests/${id}/answer HTTP/1.1\r\n${head}\r\n\r\n${body}`);
  return { socket, answered: readAnswer(socket) };
}

test('an answer that nobody waits for is refused before its body has come', async () => {
  const token = await visitor.endpoint();
  using stream = await listen(visitor, token);
  const waiting = send(server, token);
  const id = (await stream.received(1))[0]?.id ?? 0;
  const refusal = async (of: Visitor, refused: number) =>
    (await (await beginAnswer(of, refused, '{')).answered).status;
  const stranger = await startAccount(server);
  expect(await refusal(stranger, id)).toBe(404);
  expect(await refusal(visitor, 999_999_999)).toBe(404);
  expect(await answer(visitor, id)).toBe(204);
  await waiting;
  expect(await refusal(visitor, id)).toBe(409);
  const { id: never } = await send(server, await visitor.endpoint());
  expect(await refusal(visitor, never)).toBe(409);
});

test('two long answers of an account are read at once, further ones wait unread', async () => {
  const token = await visitor.endpoint();
  using stream = await listen(visitor, token, 'answers=20s');
  const senders = [1, 2, 3, 4].map(() => send(server, token));
  const [one, two, three, four] = await stream.received(4);
  const held = await beginAnswer(visitor, one?.id ?? 0, '{');
  const alsoHeld = await beginAnswer(visitor, two?.id ?? 0, '{');
  const body = JSON.stringify({ status: 202, body: 'a'.repeat(100_000) });
  let isThird = false;
  const third = await beginAnswer(visitor, three?.id ?? 0, body, body.length);
  void third.answered.then(() => {
    isThird = true;
  });
  // Short ones, and those of others, go on.
  expect(await answer(visitor, four?.id ?? 0)).toBe(204);
  const other = await startAccount(server, 'plus');
  const otherToken = await other.endpoint();
  using otherStream = await listen(other, otherToken);
  const otherSender = send(server, otherToken);
  const otherId = (await otherStream.received(1))[0]?.id ?? 0;
  const ofOther = await beginAnswer(other, otherId, body, body.length);
  expect(await ofOther.answered).toMatchObject({ status: 204 });
  expect(await otherSender).toMatchObject({ status: 202 });
  expect(isThird).toBe(false);
  held.answered.catch(() => undefined);
  held.socket.destroy();
  expect(await third.answered).toMatchObject({ status: 204 });
  alsoHeld.answered.catch(() => undefined);
  alsoHeld.socket.destroy();
  for (const id of [one?.id, two?.id]) expect(await answer(visitor, id ?? 0)).toBe(204);
  const statuses = (await Promise.all(senders)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 201, 201, 202]);
});

test('a stream that answers names its endpoint, a time and a match that is known before', async () => {
  const token = await visitor.endpoint();
  const refusal = async (status: number, query: string, headers = {}) => {
    const response = await fetch(`${server.url}/api/sse?${query}`, {
      headers: { cookie: visitor.cookie ?? '', ...headers },
    });
    expect(response.status).toBe(status);
    return Object(await response.json()).error;
  };
  expect(await refusal(400, 'answers=10s')).toContain('answers needs endpoint');
  for (const time of ['26s', '0', '', '-1s', '1h', 'soon', '25.0001s'])
    expect(await refusal(400, `endpoint=${token}&answers=${time}`)).toContain('answers must be');
  for (const field of ['id>1', 'answer=200', 'delivery=a', 'attempt=2'])
    expect(
      await refusal(400, `endpoint=${token}&answers=1s&match=${encodeURIComponent(field)}`),
    ).toContain('match, at character 1: ');
  // Who brings a cookie along from elsewhere would have others' senders wait.
  const foreign = { origin: 'https://elsewhere.example' };
  await refusal(403, `endpoint=${token}&answers=1s`, foreign);
  await refusal(403, `endpoint=${token}&answers=1s`, { 'sec-fetch-site': 'cross-site' });
  expect(await refusal(404, 'endpoint=unknown&answers=1s')).toBe('Not found');
  const streams = await Promise.all(
    Array.from({ length: maxOfEndpoint }, () => listen(visitor, token)),
  );
  expect(await refusal(429, `endpoint=${token}&answers=1s`)).toContain('20 live streams answer');
  for (const stream of streams) stream[Symbol.dispose]();
  expect((await send(server, token)).status).toBe(200);
});

test('a listener that lets three requests pass is left out, until an answer restores it', async () => {
  const token = await visitor.endpoint();
  using stream = await listen(visitor, token, 'answers=1500ms');
  const fourth = send(server, token);
  const [first] = await stream.received(1);
  const passed = await Promise.all([1, 2, 3].map(() => send(server, token)));
  expect(passed.map(({ status }) => status)).toEqual([200, 200, 200]);
  await fourth;
  // Nobody is asked: the sender does not wait.
  await send(server, token);
  expect((await stream.received(5))[4]).not.toHaveProperty('waiting');
  expect(await answer(visitor, first?.id ?? 0)).toBe(409);
  // Another one is asked; its answer shows that somebody is there.
  using other = await listen(visitor, token, 'answers=5s');
  const answered = send(server, token);
  const [last] = await eventually(
    () => other.requests.filter((request) => 'waiting' in request),
    ({ length }) => length > 0,
  );
  expect(await answer(visitor, last?.id ?? 0)).toBe(204);
  expect((await answered).status).toBe(201);
  other[Symbol.dispose]();
  const again = send(server, token);
  await eventually(
    () => stream.requests.at(-1),
    (request) => Object(request).waiting === true && request?.id !== last?.id,
  );
  expect(await answer(visitor, stream.requests.at(-1)?.id ?? 0)).toBe(204);
  expect((await again).status).toBe(201);
});

test('of an endpoint with settings, the answer that was sent is that of its attempt', async () => {
  const token = await endpointWith(visitor, {
    replies: [{ plan: ['500', 'timeout 60s', '200'] }],
    delivery: 'one',
  });
  using stream = await listen(visitor, token);
  const first = send(server, token);
  const [one] = await stream.received(1);
  expect(one).toMatchObject({ waiting: true, answer: '500', attempt: 1 });
  expect(
    await answer(visitor, one?.id ?? 0, { status: 204, headers: { 'Retry-After': '9' } }),
  ).toBe(204);
  expect(await first).toMatchObject({ status: 204, text: '' });
  const shown = { answer: '204', answeredBy: 'listener', attempt: 1 };
  expect(await visitor.ask(200, 'GET', `/api/requests/${one?.id}`)).toMatchObject(shown);
  const [delivery] = await visitor.ask(200, 'GET', `/api/endpoints/${token}/deliveries`);
  expect(delivery).toMatchObject({
    outcome: 'accepted',
    attempts: [{ id: one?.id, answer: '204', answeredBy: 'listener', retryAfter: 9 }],
  });
  const found = await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}?match=answer=500`);
  expect(found).toEqual([]);
  // A large one is stored beside the others, and what a delivery has goes with its captures.
  const second = send(server, token, { method: 'POST', body: 'a'.repeat(300 * 1024) });
  const large = (await stream.received(2))[1];
  expect(large).toMatchObject({ waiting: true, attempt: 2 });
  expect(await answer(visitor, large?.id ?? 0)).toBe(204);
  expect((await second).status).toBe(201);
  await visitor.ask(204, 'DELETE', `/api/requests/${one?.id}`);
  expect(await answer(visitor, one?.id ?? 0)).toBe(404);
  const rows = await server.store.db.selectFrom('listener_answer').select('capture_id').execute();
  expect(rows.map((row) => row.capture_id)).not.toContain(one?.id);
});

/** Whoever asked for 20 s would wait longer. */
const longBeforeItsTimeMs = 10_000;

test('a sender that hangs up waits no more', async () => {
  const token = await visitor.endpoint();
  using stream = await listen(visitor, token, 'answers=20s');
  const socket = await openSocket(server.url);
  socket.write(`POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`);
  const id = (await stream.received(1))[0]?.id ?? 0;
  socket.resetAndDestroy();
  await eventually(
    () =>
      server.store.db
        .selectFrom('listener_answer')
        .selectAll()
        .where('capture_id', '=', id)
        .execute(),
    (rows) => rows.length === 0,
    longBeforeItsTimeMs,
  );
  expect(await answer(visitor, id)).toBe(409);
  expect(await visitor.ask(200, 'GET', `/api/requests/${id}`)).not.toHaveProperty('answer');
});

test('a sender whose capture is removed meanwhile gets what it would have got otherwise', async () => {
  const token = await endpointWith(visitor, { replies: [{ status: 202 }] });
  using stream = await listen(visitor, token, 'answers=2s');
  const sent = send(server, token);
  const id = (await stream.received(1))[0]?.id ?? 0;
  await visitor.ask(204, 'DELETE', `/api/requests/${id}`);
  expect(await answer(visitor, id)).toBe(404);
  expect((await sent).status).toBe(202);
});

test('more than a hundred of an account do not wait; a stop answers all that do', async () => {
  await using stopped = await startServer();
  const account = await startAccount(stopped, 'plus');
  const token = await endpointWith(account, { replies: [{ status: 202, delay: '60s' }] });
  const plain = await account.endpoint();
  using stream = await listen(account, token, 'answers=20s');
  using _other = await listen(account, plain, 'answers=20s');
  const waiting = Array.from({ length: mostWaitingOfAccount }, (_, index) =>
    send(stopped, index % 2 === 0 ? token : plain),
  );
  await stream.received(mostWaitingOfAccount / 2);
  await eventually(
    () => stopped.metrics.repliesWaiting.read(),
    (count) => count === mostWaitingOfAccount,
  );
  expect((await send(stopped, plain)).status).toBe(200);
  const closing = stopped[Symbol.asyncDispose]();
  const answers = await Promise.all(waiting);
  expect(answers.map(({ status }) => status)).toEqual(
    answers.map((_, index) => (index % 2 === 0 ? 202 : 200)),
  );
  await closing;
  expect(stopped.logLines.join('\n')).toContain('senders that wait for responders are answered');
});
