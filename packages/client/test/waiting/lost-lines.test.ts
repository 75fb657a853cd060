import { describe, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { HookwellError, type StandardSchemaV1, WaitError } from '../../src/index.ts';
import { holdTimers } from '../held-timers.ts';
import { startWorkplace } from './workplace.ts';

const server = forFile(await startServer());

describe('a wait whose connection is lost', () => {
  test('goes on when it comes back, and misses nothing', async () => {
    await using place = await startWorkplace(server);
    await place.send({ n: 1 });
    const waiting = place.endpoint.waitForCount(3, '', { timeout: 60_000 });
    await place.streaming();
    place.line.refuse(true);
    place.line.cut();
    await place.send({ n: 2 });
    place.line.refuse(false);
    await place.streaming();
    await place.send({ n: 3 });
    const bodies = (await waiting).map(({ body }) => body);
    expect(bodies).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
  });

  test('finds a request that was captured in time by another one, although its own died unheard', async () => {
    await using place = await startWorkplace(server);
    const time = holdTimers(60_000);
    const waiting = place.endpoint.waitFor('json.n=1', { timeout: 60_000 });
    const none = place.endpoint.expectNone('json.n=1', { for: 60_000 });
    await place.streaming(2);
    place.line.freeze();
    const id = await place.send({ n: 1 });
    time.expire();
    const [found, refused] = await Promise.allSettled([waiting, none]);
    expect(found).toMatchObject({ status: 'fulfilled', value: { id } });
    expect(refused).toMatchObject({ reason: { name: 'WaitError', matched: [{ id }] } });
  });

  test('says so when it stays lost', async () => {
    await using place = await startWorkplace(server);
    const id = await place.send({ n: 1 });
    let isSeen = false;
    const schema: StandardSchemaV1 = {
      '~standard': {
        ...{ version: 1, vendor: 'test' },
        validate: (value) => {
          isSeen = true;
          return { value };
        },
      },
    };
    const time = holdTimers(60_000);
    const waiting = place.endpoint.waitForCount(2, '', { schema, timeout: 60_000 });
    await eventually(() => isSeen);
    place.line.refuse(true);
    place.line.cut();
    time.expire();
    const error = await waiting.catch((reason: unknown) => reason as WaitError);
    expect(error).toBeInstanceOf(WaitError);
    expect(error).toMatchObject({
      matched: [{ id }],
      received: [],
      cause: expect.any(HookwellError),
    });
    await expect(waiting).rejects.toThrow('It is not certain: The service could not be reached');
  });

  test('is no proof that nothing came', async () => {
    await using place = await startWorkplace(server);
    const time = holdTimers(60_000);
    const none = place.endpoint.expectNone('', { for: 60_000 });
    await place.streaming();
    place.line.refuse(true);
    place.line.cut();
    time.expire();
    await expect(none).rejects.toBeInstanceOf(WaitError);
    await expect(none).rejects.toThrow(
      'Perhaps no request came that matches any request.\nIt is not certain: The service',
    );
  });

  test('lasts no longer than it should while the service is away', async () => {
    await using place = await startWorkplace(server);
    place.line.refuse(true);
    place.line.cut();
    const controller = new AbortController();
    const waiting = place.endpoint.waitFor('', { timeout: 60_000, signal: controller.signal });
    await eventually(() => place.line.opened > 3);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});
