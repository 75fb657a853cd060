import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { HookwellClient } from '../src/index.ts';
import { follow, idsUpTo, serve } from './follow.ts';
import { eventOf, startScriptedStream } from './scripted-stream.ts';

describe('a reader that leaves', () => {
  test('needs not wait for the next captured request', async () => {
    await using service = await startScriptedStream((connection) => serve(connection, 1));
    const { stream, lost } = follow(service);
    const requests = stream[Symbol.asyncIterator]();
    await requests.next();
    const pending = requests.next();
    expect(await requests.return?.()).toEqual({ done: true, value: undefined });
    expect(await pending).toEqual({ done: true, value: undefined });
    expect(await requests.next()).toEqual({ done: true, value: undefined });
    await service.connections[0]?.closed;
    expect(lost()).toEqual([]);
  });

  test('can leave a pause', async () => {
    await using service = await startScriptedStream((connection) => {
      connection.refuse(503, { 'Retry-After': '60' });
    });
    const { stream, lost } = follow(service, { patient: true });
    const requests = stream[Symbol.asyncIterator]();
    const pending = requests.next();
    await expect.poll(() => lost().length, { timeout: 60_000 }).toBe(1);
    await requests.return?.();
    expect(await pending).toEqual({ done: true, value: undefined });
  });

  test.each([
    ['while it reads', 1],
    ['while it has more at hand', 2],
  ])('by a signal gets its reason, %s', async (_, upTo) => {
    await using service = await startScriptedStream(async (connection) => {
      connection.open();
      const events = Array.from({ length: upTo }, (_, index) => eventOf(index + 1));
      await connection.write(events.join(''));
    });
    const controller = new AbortController();
    const reason = new Error('enough');
    const { stream, lost } = follow(service, { signal: controller.signal });
    const ids: number[] = [];
    const reading = (async () => {
      for await (const { id } of stream) {
        ids.push(id);
        setImmediate(() => controller.abort(reason));
        if (upTo === 2) await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await expect(reading).rejects.toBe(reason);
    expect(ids).toEqual([1]);
    await service.connections[0]?.closed;
    expect(lost()).toEqual([]);
  });

  test('before anything was sent sends nothing', async () => {
    await using service = await startScriptedStream((connection) => serve(connection, 1));
    const reason = new Error('too late');
    const { stream, states } = follow(service, { signal: AbortSignal.abort(reason) });
    await expect(idsUpTo(stream, 1)).rejects.toBe(reason);
    expect(service.connections).toEqual([]);
    expect(states).toEqual([]);
  });

  test('lets another one read, but not both at a time', async () => {
    await using service = await startScriptedStream((connection) => serve(connection, 4));
    const { stream } = follow(service);
    for await (const { id } of stream) {
      await expect(idsUpTo(stream, 4)).rejects.toThrow('The stream is being read already');
      if (id === 2) break;
    }
    expect(await idsUpTo(stream, 4)).toEqual([3, 4]);
  });
});

test('an error of a listener reaches the loop', async () => {
  await using service = await startScriptedStream((connection) => serve(connection, 1));
  const mistake = new Error('a mistake');
  const stream = new HookwellClient({ baseUrl: service.url }).stream({
    onState: () => {
      throw mistake;
    },
  });
  await expect(idsUpTo(stream, 1)).rejects.toBe(mistake);
});

test('nothing stays with a signal that outlives its calls and streams', async () => {
  await using service = await startScriptedStream(async (connection) => {
    if (connection.before < 3) return connection.refuse(500);
    if (connection.before < 6) return void connection.socket.end();
    await serve(connection, 1);
  });
  const { signal } = new AbortController();
  const client = new HookwellClient({ baseUrl: service.url });
  await expect(client.endpoints.list({ signal })).rejects.toThrow();
  const { stream } = follow(service, { signal });
  let during = 0;
  for await (const _ of stream) {
    during = getEventListeners(signal, 'abort').length;
    break;
  }
  expect(during).toBe(1);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
