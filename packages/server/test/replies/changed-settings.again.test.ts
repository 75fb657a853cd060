import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { send, startAccount, startServer } from '../start-server.ts';
import { endpointWith, putSettings } from './settings.ts';

const server = forFile(await startServer());
const visitor = await startAccount(server, 'plus');

const statusOf = async (token: string) => (await send(server, token)).status;

test('settings count for the next request: the first ones, others, and none again', async () => {
  const token = await visitor.endpoint();
  expect(await statusOf(token)).toBe(200);
  for (const status of [418, 419]) {
    await putSettings(visitor, token, { replies: [{ status }] });
    expect(await statusOf(token)).toBe(status);
  }
  await visitor.ask(204, 'DELETE', `/api/endpoints/${token}/settings`);
  expect(await statusOf(token)).toBe(200);
  const [last] = await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`);
  expect(last).not.toHaveProperty('answer');
  await putSettings(visitor, token, { replies: [{ status: 420 }] });
  expect(await statusOf(token)).toBe(420);
});

test('under many senders no request that began after the answer to PUT gets the old answer', async () => {
  const token = await visitor.endpoint();
  let answered = 200;
  let going = true;
  const wrong: number[] = [];
  const sender = async (): Promise<void> => {
    while (going) {
      const atLeast = answered;
      const status = await statusOf(token);
      if (status < atLeast) wrong.push(status);
    }
  };
  const senders = Array.from({ length: 8 }, sender);
  for (let status = 201; status <= 220; status += 1) {
    await putSettings(visitor, token, { replies: [{ status }] });
    answered = status;
  }
  going = false;
  await Promise.all(senders);
  expect(wrong).toEqual([]);
});

test('a request that was decided about before the change is decided about anew', async () => {
  // This takes the thread, and meanwhile the settings change.
  const big = { padding: 'x'.repeat(900_000) };
  const token = await endpointWith(visitor, { replies: [{ when: 'json.a=1', status: 500 }] });
  const sent = Array.from({ length: 4 }, () =>
    fetch(`${server.url}/wh/${token}`, { method: 'POST', body: JSON.stringify(big) }),
  );
  await eventually(() => server.metrics.bodiesInFlight.read() > 0);
  await putSettings(visitor, token, { replies: [{ status: 503, plan: ['299'] }] });
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.every((status) => status === 200 || status === 299)).toBe(true);
  const list: { answer: string }[] = await visitor.ask(
    200,
    'GET',
    `/api/requests/endpoint/${token}`,
  );
  expect(list.map(({ answer }) => Number(answer)).toSorted()).toEqual(statuses.toSorted());
});

test('settings that were taken before a header was refused answer without it', async () => {
  const token = await endpointWith(visitor, { replies: [{ status: 201, headers: {} }] });
  const headers = { 'WWW-Authenticate': 'Basic', 'X-Accel-Limit-Rate': '1', Location: '/a' };
  const document = { replies: [{ status: 201, headers }] };
  await server.store.db
    .updateTable('endpoint_settings')
    .set({ document: JSON.stringify(document) })
    .where('endpoint_id', 'in', (query) =>
      query.selectFrom('endpoint').select('id').where('token', '=', token),
    )
    .execute();
  const answer = await fetch(`${server.url}/wh/${token}`, { method: 'POST' });
  expect(answer.status).toBe(201);
  const sent = Object.keys(headers).map((name) => answer.headers.get(name));
  expect(sent).toEqual([null, null, '/a']);
  const path = `/api/endpoints/${token}/settings`;
  expect(await visitor.ask(200, 'GET', path)).toEqual(document);
  await visitor.ask(400, 'PUT', path, document);
  await putSettings(visitor, token, { replies: [{ status: 202 }] });
  expect(await statusOf(token)).toBe(202);
});

describe('an endpoint that is deleted', () => {
  test('is unknown, with settings or without, whatever is known of it', async () => {
    for (const token of [
      await visitor.endpoint(),
      await endpointWith(visitor, { replies: [{ status: 201 }] }),
    ]) {
      expect([200, 201]).toContain(await statusOf(token));
      await visitor.ask(204, 'DELETE', `/api/endpoints/${token}`);
      expect(await statusOf(token)).toBe(404);
      expect(await statusOf(token)).toBe(404);
    }
  });
});
