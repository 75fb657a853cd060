import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { HookwellClient } from '../src/index.ts';
import { holdTimers } from './held-timers.ts';
import { answer, type ScriptedService, startScripted } from './scripted-service.ts';

/** Fails this number of times, then answers every request with an empty list. */
function startFailing(
  times: number,
  fail: (response: ServerResponse) => void,
): Promise<ScriptedService> {
  return startScripted((_, response, before) => {
    if (before < times) fail(response);
    else answer(response, 200, []);
  });
}

const failures: [string, (response: ServerResponse) => void][] = [
  ['a lost connection', (response) => response.destroy()],
  [
    'half an answer',
    (response) => {
      response.writeHead(200, { 'content-length': '9' });
      response.write('[', () => response.destroy());
    },
  ],
  ['429', (response) => answer(response, 429, {})],
  ['502', (response) => answer(response, 502, {})],
  ['503', (response) => answer(response, 503, {})],
  ['504', (response) => answer(response, 504, {})],
];

describe.concurrent.each(failures)('after %s', (_, fail) => {
  test('calls that only read are repeated', async () => {
    await using service = await startFailing(2, fail);
    const client = new HookwellClient({ baseUrl: service.url });
    expect(await client.endpoints.list()).toEqual([]);
    expect(service.requests).toHaveLength(3);
  });

  test('a POST is not', async () => {
    await using service = await startFailing(1, fail);
    const client = new HookwellClient({ baseUrl: service.url, retries: 5 });
    await expect(client.endpoints.create()).rejects.toThrow();
    await expect(client.endpoints.create()).resolves.toEqual([]);
    expect(service.requests).toHaveLength(2);
  });
});

test.each([400, 401, 403, 404, 409, 500, 501, 507])(
  'nothing is repeated after %s',
  async (status) => {
    await using service = await startFailing(1, (response) => answer(response, status, {}));
    const client = new HookwellClient({ baseUrl: service.url });
    await expect(client.endpoints.list()).rejects.toMatchObject({ status });
    expect(service.requests).toHaveLength(1);
  },
);

test.concurrent('calls that set or delete one thing are repeated', async () => {
  await using service = await startScripted((_, response, before) => {
    if (before % 2 === 0) response.destroy();
    else answer(response, 200, {});
  });
  const client = new HookwellClient({ baseUrl: service.url });
  await client.endpoints.rename('a', 'b');
  await client.endpoints.delete('a');
  await client.requests.delete(1);
  await client.keys.delete('00000');
  await client.requests.clear('a', { through: 1 });
  await client.requests.clearAll({ through: 1 });
  expect(service.requests).toHaveLength(12);
});

test.concurrent('calls that would also delete later requests are not', async () => {
  await using service = await startFailing(99, (response) => response.destroy());
  const client = new HookwellClient({ baseUrl: service.url });
  for (const call of [
    client.requests.clear('a'),
    client.requests.clearAll(),
    client.auth.deleteAccount(),
    client.service.health(),
    client.service.readiness(),
    client.service.metrics(),
  ]) {
    await expect(call).rejects.toMatchObject({ status: 0 });
  }
  expect(service.requests).toHaveLength(6);
});

describe.concurrent('a deletion whose answer was lost', () => {
  test('is done when there is nothing left to delete', async () => {
    await using service = await startScripted((_, response, before) => {
      if (before === 0) response.destroy();
      else answer(response, 404, { error: 'Not found' });
    });
    const client = new HookwellClient({ baseUrl: service.url });
    await client.endpoints.delete('a');
    await expect(client.endpoints.delete('a')).rejects.toMatchObject({ status: 404 });
    expect(service.requests).toHaveLength(3);
  });

  test('is one alone: an answer to a sender whose request is gone by then was none', async () => {
    await using service = await startScripted((_, response, before) => {
      if (before === 0) response.destroy();
      else answer(response, 404, { error: 'Not found' });
    });
    const client = new HookwellClient({ baseUrl: service.url });
    const answering = client.requests.answer(1, { status: 200 });
    await expect(answering).rejects.toMatchObject({ status: 404 });
    expect(service.requests).toEqual(Array(2).fill('PUT /api/requests/1/answer'));
  });

  test('was not done if the service refused it', async () => {
    await using service = await startScripted((_, response, before) => {
      answer(response, before === 0 ? 503 : 404, {});
    });
    const client = new HookwellClient({ baseUrl: service.url });
    await expect(client.endpoints.delete('a')).rejects.toMatchObject({ status: 404 });
  });
});

describe.concurrent('repeating', () => {
  test('has an end, and gives the last failure', async () => {
    await using service = await startScripted((_, response, before) => {
      answer(response, 503, { error: `Failure ${before}` });
    });
    const client = new HookwellClient({ baseUrl: service.url });
    await expect(client.endpoints.list()).rejects.toMatchObject({ message: 'Failure 2' });
  });

  test('can be switched off, for a client or a call', async () => {
    await using service = await startFailing(99, (response) => answer(response, 503, {}));
    const never = new HookwellClient({ baseUrl: service.url, retries: 0 });
    await expect(never.endpoints.list()).rejects.toMatchObject({ status: 503 });
    expect(service.requests).toHaveLength(1);
    await expect(never.endpoints.list({ retries: 1 })).rejects.toMatchObject({ status: 503 });
    expect(service.requests).toHaveLength(3);
    const client = new HookwellClient({ baseUrl: service.url });
    await expect(client.endpoints.list({ retries: 0 })).rejects.toMatchObject({ status: 503 });
    expect(service.requests).toHaveLength(4);
  });

  test('waits as long as the service asks', async () => {
    const fail = (response: ServerResponse) => answer(response, 503, {}, { 'retry-after': '2' });
    await using service = await startFailing(1, fail);
    const client = new HookwellClient({ baseUrl: service.url });
    const pause = holdTimers(2000);
    const list = client.endpoints.list();
    await pause.running();
    expect(service.requests).toHaveLength(1);
    pause.expire();
    expect(await list).toEqual([]);
  });

  test('leaves long pauses to the caller', async () => {
    const fail = (response: ServerResponse) => answer(response, 503, {}, { 'retry-after': '11' });
    await using service = await startFailing(1, fail);
    const client = new HookwellClient({ baseUrl: service.url });
    await expect(client.endpoints.list()).rejects.toMatchObject({ status: 503, retryAfter: 11 });
    expect(service.requests).toHaveLength(1);
  });
});
