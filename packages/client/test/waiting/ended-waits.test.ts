import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { HookwellError } from '../../src/index.ts';
import { holdTimers } from '../held-timers.ts';
import { startWorkplace } from './workplace.ts';

const server = forFile(await startServer());

describe('a signal', () => {
  test('ends a wait with its reason, and keeps nothing of it', async () => {
    await using place = await startWorkplace(server);
    const controller = new AbortController();
    const { signal } = controller;
    const waits = [
      place.endpoint.waitFor('', { signal, timeout: Number.POSITIVE_INFINITY }),
      place.endpoint.waitForCount(2, '', { signal }),
      place.endpoint.expectNone('', { signal, for: 60_000 }),
    ];
    await place.streaming(3);
    const reason = new Error('enough');
    controller.abort(reason);
    for (const result of await Promise.allSettled(waits)) expect(result).toMatchObject({ reason });
    await place.streaming(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('that is aborted already lets nothing begin', async () => {
    await using place = await startWorkplace(server);
    await place.send({ n: 1 });
    const reason = new Error('too late');
    const signal = AbortSignal.abort(reason);
    await expect(place.endpoint.waitFor('', { signal })).rejects.toBe(reason);
    await expect(place.endpoint.waitFor('', { signal, timeout: 0 })).rejects.toBe(reason);
    await expect(place.endpoint.expectNone('', { signal, for: 0 })).rejects.toBe(reason);
  });
});

describe('an endpoint that is not there', () => {
  test('is told of at once', async () => {
    await using place = await startWorkplace(server);
    const waiting = place.client.endpoint('nobody').waitFor();
    await expect(waiting).rejects.toBeInstanceOf(HookwellError);
    await expect(waiting).rejects.toMatchObject({
      status: 404,
      message: 'The endpoint nobody does not exist, or was deleted while it was waited on',
    });
    const none = place.client.endpoint('nobody').expectNone('', { for: 0 });
    await expect(none).rejects.toMatchObject({ status: 404 });
  });

  test('is told of when it was deleted meanwhile', async () => {
    await using place = await startWorkplace(server);
    const time = holdTimers(60_000);
    const waiting = place.endpoint.waitFor('', { timeout: 60_000 });
    const none = place.endpoint.expectNone('', { for: 60_000 });
    await place.streaming(2);
    await place.endpoint.delete();
    time.expire();
    for (const result of await Promise.allSettled([waiting, none])) {
      expect(result).toMatchObject({
        reason: {
          name: 'HookwellError',
          status: 404,
          message: expect.stringContaining('was deleted while it was waited on'),
        },
      });
    }
  });

  test('is told apart from a credential that does not count', async () => {
    await using place = await startWorkplace(server);
    await place.client.auth.logout();
    await expect(place.endpoint.waitFor()).rejects.toMatchObject({
      status: 401,
      message: 'A valid credential is required',
    });
  });
});
