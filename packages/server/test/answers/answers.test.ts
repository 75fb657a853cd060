import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { endpointWith } from '../replies/settings.ts';
import { send, startAccount, startServer } from '../start-server.ts';
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
  expect(tookMs).toBeLessThan(5000);
  const [request] = await visitor.ask(200, 'GET', `/api/requests/endpoint/${replying}`);
  expect(request).toMatchObject({ answer: '202' });
  expect(request).not.toHaveProperty('answeredBy');
  expect(await answer(visitor, acknowledged.id)).toBe(409);
  expect(await answer(visitor, request.id)).toBe(409);
  const rows = await server.store.db.selectFrom('listener_answer').selectAll().execute();
  expect(rows.filter((row) => row.answer === null)).toEqual([]);
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
