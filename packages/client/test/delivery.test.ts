import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../core/test/any-character.ts';
import { HookwellClient } from '../src/index.ts';
import { follow, idsUpTo } from './follow.ts';
import { eventOf, heartbeat, startScriptedStream } from './scripted-stream.ts';

describe('with any conduct of the connections', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 });
  const percent = fc.nat({ max: 100 });
  /** The script of one connection: the number of stored requests, and the place of its cut. */
  const attempt = fc.oneof(
    { weight: 1, arbitrary: fc.constant({ refuses: 503 } as const) },
    { weight: 1, arbitrary: fc.constant({ refuses: 500 } as const) },
    {
      weight: 6,
      arbitrary: fc.record({
        lengths,
        storedPercent: percent,
        cutAtPercent: percent,
        /** The number of requests that are sent again: a service should not do that, the stream must not mind. */
        again: fc.nat({ max: 3 }),
        reset: fc.boolean(),
      }),
    },
  );
  const log = fc.array(
    fc.record({ step: fc.integer({ min: 1, max: 5 }), body: fc.string({ unit: anyCharacter }) }),
    { minLength: 1, maxLength: 20 },
  );

  test('each captured request comes once, in order, as it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        log,
        fc.array(attempt, { maxLength: 8 }),
        lengths,
        async (steps, attempts, last) => {
          let id = 0;
          const requests = steps.map(({ step, body }) => {
            id += step;
            return { id, body };
          });
          const textAfter = (after: number, stored: number, again: number) => {
            const known = requests.filter((request) => request.id <= after).slice(-again);
            const fresh = requests.slice(0, stored).filter((request) => request.id > after);
            const sent = [...(again === 0 ? [] : known), ...fresh];
            return sent
              .map(
                (request) =>
                  `: ${request.body.length}\r\n${heartbeat}${eventOf(request.id, request.body)}`,
              )
              .join('');
          };
          await using service = await startScriptedStream(async (connection) => {
            const plan = attempts[connection.before];
            if (plan === undefined) {
              connection.open();
              return await connection.write(textAfter(connection.after, requests.length, 0), last);
            }
            if ('refuses' in plan) return connection.refuse(plan.refuses);
            connection.open();
            const stored = Math.round((plan.storedPercent / 100) * requests.length);
            const bytes = Buffer.from(textAfter(connection.after, stored, plan.again));
            // The cut may be anywhere, even within a character.
            const part = bytes.subarray(0, Math.round((plan.cutAtPercent / 100) * bytes.length));
            await connection.write(part, plan.lengths);
            if (plan.reset) connection.socket.resetAndDestroy();
            else connection.socket.end();
          });
          const { stream } = follow(service);
          const received: { id: number; body: string }[] = [];
          for await (const { id, body } of stream) {
            received.push({ id, body });
            if (received.length === requests.length) break;
          }
          expect(received).toEqual(requests);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('back-pressure', () => {
  test('a busy consumer holds the service up, and misses nothing', async () => {
    const count = 1500;
    const body = 'b'.repeat(20_000);
    let sent = 0;
    await using service = await startScriptedStream(async (connection) => {
      connection.open();
      for (let id = 1; id <= count; id++) {
        if (!connection.socket.write(eventOf(id, body))) {
          await new Promise((resolve) => connection.socket.once('drain', resolve));
        }
        sent = id;
      }
    });
    const { stream } = follow(service);
    let expected = 0;
    for await (const { id } of stream) {
      expect(id).toBe(++expected);
      if (id === 1) {
        // The buffers on the way are full once nothing goes out for a while.
        for (let before = -1; before < sent; ) {
          before = sent;
          await new Promise((resolve) => setTimeout(resolve, 300));
        }
        expect(sent).toBeLessThan(count / 2);
      }
      if (id === count) break;
    }
    expect(service.connections).toHaveLength(1);
  });
});

test('passes its options on to the service', async () => {
  await using service = await startScriptedStream(async (connection) => {
    connection.open();
    await connection.write(eventOf(connection.after + 1));
    if (connection.before === 0) connection.socket.end();
  });
  const options = { endpoint: 'a1', after: 7, view: 'summary' } as const;
  const stream = new HookwellClient({ baseUrl: service.url }).stream(options);
  await idsUpTo(stream, 9);
  expect(service.connections.map(({ target }) => target)).toEqual([
    '/api/sse?endpoint=a1&after=7&view=summary',
    '/api/sse?endpoint=a1&after=8&view=summary',
  ]);
  expect(stream.lastId).toBe(9);
});
