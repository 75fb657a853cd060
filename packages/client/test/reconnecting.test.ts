import { describe, expect, test, vi } from 'vitest';
import { eventually } from '../../server/test/eventually.ts';
import { HookwellError, type StreamState } from '../src/index.ts';
import { follow, idsUpTo, serve } from './follow.ts';
import { holdTimers } from './held-timers.ts';
import { eventOf, heartbeat, startScriptedStream } from './scripted-stream.ts';

describe('a lost connection', () => {
  test.each(['end', 'resetAndDestroy'] as const)('is told at once (%s)', async (how) => {
    await using service = await startScriptedStream(async (connection) => {
      await serve(connection, 1 + connection.before);
      if (connection.before > 0) return;
      // A reset discards bytes that the client has not read yet.
      await vi.waitUntil(() => stream.lastId === 1, { timeout: 60_000 });
      connection.socket[how]();
    });
    const { stream, states, lost } = follow(service, { patient: true });
    expect(await idsUpTo(stream, 2)).toEqual([1, 2]);
    const names = states.map(({ state }) => state);
    expect(names).toEqual(['connecting', 'live', 'reconnecting', 'connecting', 'live']);
    const [{ reason, retryInMs } = { reason: undefined, retryInMs: -1 }] = lost();
    expect(reason).toBeInstanceOf(HookwellError);
    expect(reason).toMatchObject({ status: 0, message: expect.stringMatching(/^The /) });
    expect(retryInMs).toBe(0);
  });

  test('that was open for a second is opened again at once, without any captured request', async () => {
    let liveSince = Number.POSITIVE_INFINITY;
    await using service = await startScriptedStream(async (connection) => {
      await serve(connection, connection.before);
      await eventually(() => performance.now() - liveSince > 1000);
      connection.socket.end();
    });
    const { stream, lost } = follow(service, {
      onState: ({ state }: StreamState) => {
        if (state === 'live') liveSince = performance.now();
      },
    });
    expect(await idsUpTo(stream, 1)).toEqual([1]);
    expect(lost().map(({ retryInMs }) => retryInMs)).toEqual([0]);
  });

  test('that was open for a moment is not', async () => {
    await using service = await startScriptedStream(async (connection) => {
      await serve(connection, connection.before);
      if (connection.before === 0) connection.socket.end(heartbeat);
    });
    const { stream, lost } = follow(service);
    expect(await idsUpTo(stream, 1)).toEqual([1]);
    expect(lost()[0]?.retryInMs).toBeGreaterThan(0);
  });

  test('is tried again after pauses that grow to ten seconds, and begin anew', async () => {
    const refusals = 8;
    await using service = await startScriptedStream(async (connection) => {
      if (connection.before === 0 || connection.before === refusals + 1) {
        await serve(connection, 1 + connection.before);
        return void connection.socket.end();
      }
      if (connection.before > refusals + 2) return await serve(connection, 99);
      connection.socket.destroy();
    });
    const { stream, lost } = follow(service);
    await idsUpTo(stream, 99);
    const pauses = lost().map(({ retryInMs }) => retryInMs);
    const longest = [500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000];
    expect(pauses.splice(0, 1)).toEqual([0]);
    for (const [index, pause] of pauses.splice(0, refusals).entries()) {
      expect(pause).toBeLessThanOrEqual(longest[index] ?? 0);
      expect(pause).toBeGreaterThanOrEqual((longest[index] ?? 0) / 2);
    }
    expect(pauses[0]).toBe(0);
    expect(pauses[1]).toBeLessThanOrEqual(500);
    expect(pauses).toHaveLength(2);
  });
});

describe('an answer that is no stream', () => {
  test.each([400, 401, 403, 404])('%s ends it', async (status) => {
    await using service = await startScriptedStream(async (connection) => {
      if (connection.before > 0) return connection.refuse(status);
      await serve(connection, 2);
      connection.socket.end();
    });
    const { stream } = follow(service);
    const ids: number[] = [];
    const reading = (async () => {
      for await (const { id } of stream) ids.push(id);
    })();
    await expect(reading).rejects.toBeInstanceOf(HookwellError);
    await expect(reading).rejects.toMatchObject({ status, message: `Refused with ${status}` });
    expect(ids).toEqual([1, 2]);
    expect(service.connections).toHaveLength(2);
  });

  test.each([429, 503])(
    '%s is waited out as long as the service asks, even if the stream is woken meanwhile',
    async (status) => {
      const pause = holdTimers(2000);
      await using service = await startScriptedStream(async (connection) => {
        if (connection.before > 0) return await serve(connection, 1);
        connection.refuse(status, { 'Retry-After': '2' });
      });
      const { stream, lost } = follow(service, { patient: true });
      const ids = idsUpTo(stream, 1);
      await pause.running();
      stream.wake();
      expect(lost()).toMatchObject([{ reason: { status, retryAfter: 2 }, retryInMs: 2000 }]);
      // A stream that was woken would be connecting by now.
      await new Promise((resolve) => setImmediate(resolve));
      expect(lost()).toHaveLength(1);
      expect(service.connections).toHaveLength(1);
      pause.expire();
      expect(await ids).toEqual([1]);
      expect(service.connections).toHaveLength(2);
    },
  );

  test('of other kinds is tried again', async () => {
    const page = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi';
    await using service = await startScriptedStream(async (connection) => {
      switch (connection.before) {
        case 0:
          return void connection.socket.end(page);
        case 1:
          return connection.refuse(302, { Location: 'https://elsewhere.example/' });
        case 2:
          connection.open();
          return await connection.write('data: [\n\n');
        case 3:
          connection.open();
          return await connection.write('data: {"SSEWebhookRequest":{"id":"1"}}\n\n');
        default:
          // The connections before are closed by now, by the client if not by the service.
          await Promise.all(service.connections.slice(0, -1).map(({ closed }) => closed));
          connection.open();
          await connection.write('data: {"SomethingNew":{}}\n\n');
          return await connection.write(eventOf(1));
      }
    });
    const { stream, lost } = follow(service);
    expect(await idsUpTo(stream, 1)).toEqual([1]);
    expect(lost().map(({ reason }) => reason.message)).toEqual([
      'The answer is no event stream',
      'Refused with 302',
      'The stream sent something that is no event',
      'The stream sent something that is no event',
    ]);
  });
});
