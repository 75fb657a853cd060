import { describe, expect, test, vi } from 'vitest';
import { eventually } from '../../server/test/eventually.ts';
import { follow, idsUpTo, serve } from './follow.ts';
import { holdTimers } from './held-timers.ts';
import { eventOf, heartbeat, startScriptedStream } from './scripted-stream.ts';

describe('a silent connection', () => {
  test('is given up, and followed by another', async () => {
    const silence = holdTimers(9000);
    await using service = await startScriptedStream(async (connection) => {
      await serve(connection, connection.before === 0 ? 2 : 4);
    });
    const { stream, lost } = follow(service, { heartbeatTimeout: 9000 });
    const ids = idsUpTo(stream, 4);
    await eventually(() => stream.lastId === 2);
    await silence.running();
    silence.expire();
    expect(await ids).toEqual([1, 2, 3, 4]);
    expect(service.connections.map(({ after }) => after)).toEqual([0, 2]);
    expect(lost().map(({ reason }) => reason.message)).toEqual(['The service was silent for 9 s']);
    await service.connections[0]?.closed;
  });

  test('is given up before it is open, too', async () => {
    const silence = holdTimers(9000);
    await using service = await startScriptedStream(async (connection) => {
      if (connection.before > 0) await serve(connection, 1);
    });
    const { stream, states } = follow(service, { timeout: 9000 });
    const ids = idsUpTo(stream, 1);
    await eventually(() => service.connections.length === 1);
    silence.expire();
    expect(await ids).toEqual([1]);
    const names = states.map(({ state }) => state);
    expect(names).toEqual(['connecting', 'reconnecting', 'connecting', 'live']);
  });

  test('is none as long as anything comes', async () => {
    const silence = holdTimers(9000);
    await using service = await startScriptedStream(async (connection) => {
      connection.open();
      await silence.running();
      for (const beat of [':\n', heartbeat, ':\n']) {
        const before = silence.started;
        await connection.write(beat);
        // The clock begins anew with each of them.
        await eventually(() => silence.started > before);
      }
      await connection.write(eventOf(1));
    });
    const { stream, lost } = follow(service, { heartbeatTimeout: 9000 });
    expect(await idsUpTo(stream, 1)).toEqual([1]);
    expect(lost()).toEqual([]);
  });

  test('is none while the consumer is busy', async () => {
    const silence = holdTimers(9000);
    const done = Promise.withResolvers<void>();
    await using service = await startScriptedStream(async (connection) => {
      await serve(connection, 1);
      await done.promise;
      await connection.write(eventOf(2));
    });
    const { stream, lost } = follow(service, { heartbeatTimeout: 9000 });
    for await (const { id } of stream) {
      if (id === 2) break;
      // No clock runs, so none can end.
      silence.expire();
      done.resolve();
    }
    expect(lost()).toEqual([]);
  });

  test('is given up at wake() if the clock shows that it is dead', async ({ onTestFinished }) => {
    await using service = await startScriptedStream((connection) =>
      serve(connection, 1 + connection.before),
    );
    const { stream, lost } = follow(service);
    const ids = idsUpTo(stream, 2);
    await expect.poll(() => stream.lastId, { timeout: 60_000 }).toBe(1);
    stream.wake();
    expect(lost()).toEqual([]);
    // The machine slept for a minute: its timers stood still.
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 60_000);
    onTestFinished(() => void vi.restoreAllMocks());
    stream.wake();
    expect(await ids).toEqual([1, 2]);
    expect(lost()).toHaveLength(1);
  });
});
