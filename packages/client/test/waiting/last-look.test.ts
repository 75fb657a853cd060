import { expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { HookwellClient, WaitError } from '../../src/index.ts';
import { holdTimers } from '../held-timers.ts';
import { answer, startScripted } from '../scripted-service.ts';
import { captured } from './captured.ts';

function eventOf(id: number): string {
  return `data: ${JSON.stringify({ SSEWebhookRequest: captured({ id }) })}\n\n`;
}

/** A service with these ids in its list, for each call of it, and these in its stream, which may end then. */
function startService(lists: number[][], streams: number[][], isEnding = false) {
  return startScripted((request, response) => {
    if (request.url?.startsWith('/api/sse')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`:\n\n${(streams.shift() ?? []).map(eventOf).join('')}`);
      return void (isEnding && response.end());
    }
    answer(
      response,
      200,
      (lists.shift() ?? []).map((id) => ({ id })),
    );
  });
}

async function look(service: { url: string }) {
  const endpoint = new HookwellClient({ baseUrl: service.url, retries: 0 }).endpoint('a');
  const waiting = endpoint.waitForCount(9, '', { timeout: 0 });
  await expect(waiting).rejects.toBeInstanceOf(WaitError);
}

/** The call with which the message of a wait in vain is made. */
const forMessage = 'GET /api/requests/endpoint/a?limit=1000&after=0&view=summary';

test('a request that is deleted before it can be read is not waited for', async () => {
  await using service = await startService([[5], []], [[]]);
  await look(service);
  expect(service.requests).toEqual([
    'GET /api/requests/endpoint/a?limit=1&view=summary',
    'GET /api/sse?endpoint=a',
    'GET /api/requests/endpoint/a?limit=1&before=6&view=summary',
    forMessage,
  ]);
});

test('a service that does not send its stored requests is told of', async () => {
  const always = Array.from({ length: 9 }, () => [5]);
  await using service = await startService(always, [[], [], []]);
  const silence = holdTimers((length) => [500, 1500, 5000].includes(length));
  const endpoint = new HookwellClient({ baseUrl: service.url, retries: 0 }).endpoint('a');
  const told = expect(endpoint.expectNone('', { for: 0 })).rejects.toThrow(
    'Perhaps no request came that matches any request.\n' +
      'It is not certain: The service was silent for 5 s',
  );
  const streams = () => service.requests.filter((request) => request.includes('/api/sse'));
  for (let attempt = 1; attempt <= 3; attempt++) {
    await eventually(() => streams().length === attempt);
    await silence.running();
    silence.expire();
  }
  await told;
});

test('those that match a text are asked for, and nothing else', async () => {
  await using service = await startService([[5]], [[5]]);
  const endpoint = new HookwellClient({ baseUrl: service.url, retries: 0 }).endpoint('a');
  expect(await endpoint.waitFor('method:PUT', { timeout: 0, after: 3 })).toMatchObject({ id: 5 });
  expect(service.requests).toEqual([
    'GET /api/requests/endpoint/a?limit=1&after=3&view=summary&match=method%3APUT',
    'GET /api/sse?endpoint=a&after=3&match=method%3APUT',
  ]);
});

test('a service with more than can be read in time is told of', async () => {
  await using service = await startScripted((request, response) => {
    if (request.url?.startsWith('/api/sse')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(eventOf(1));
      return;
    }
    answer(response, 200, [{ id: 9, headers: {}, bodySize: 20_000_000 }]);
  });
  const time = holdTimers(5000);
  const endpoint = new HookwellClient({ baseUrl: service.url }).endpoint('a');
  const waiting = endpoint.waitForCount(9, '', { timeout: 1 });
  await time.running();
  time.expire();
  await expect(waiting).rejects.toThrow(
    'It is not certain: More is stored than could be read in time',
  );
});
