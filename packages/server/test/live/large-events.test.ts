import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { StoredCapture } from '../../src/capture-log/captures.ts';
import type { EventRendering } from '../../src/live/event-rendering.ts';
import { eventually } from '../eventually.ts';
import { newCapture, renderAtOnce } from './new-capture.ts';
import { startHub, type TestHub } from './start-hub.ts';

/** Bodies from this size on count as large in these tests. */
const largeFromBytes = 1000;
const large = 'L'.repeat(largeFromBytes);

interface Pieces {
  /** A promise that is awaited before each piece. */
  pause?: (piece: number) => Promise<unknown>;
  count?: number;
  length?: number;
}

/** A hub that writes large captures in this many pieces; counts those that were opened and closed. */
async function startWithPieces({ pause, count = 3, length = 100 }: Pieces = {}) {
  const opened: StoredCapture[] = [];
  let closed = 0;
  let isMissing = false;
  const open: EventRendering['open'] = (_accountId, capture) => {
    opened.push(capture);
    const { id } = capture;
    const filler = 'x'.repeat(length);
    let piece = 0;
    let isOpen = true;
    return {
      async next() {
        await pause?.(piece);
        if (isMissing) return undefined;
        piece += 1;
        if (piece === 1) return Buffer.from(`{"SSEWebhookRequest":{"id":${id},"body":"`);
        if (piece <= count) return Buffer.from(filler);
        return piece === count + 1 ? Buffer.from('"}}') : undefined;
      },
      get missing() {
        return isMissing;
      },
      close() {
        if (isOpen) closed += 1;
        isOpen = false;
      },
    };
  };
  const hub = await startHub({
    render: (capture, view) =>
      capture.bodySize < largeFromBytes ? renderAtOnce(capture, view) : undefined,
    open,
    heartbeatMs: 20,
  });
  return {
    hub,
    opened,
    closed: () => closed,
    loseAll: () => {
      isMissing = true;
    },
    [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose](),
  };
}

async function capture(hub: TestHub, endpointId: number, body = 'small'): Promise<number> {
  return (await hub.store.captures.append(newCapture(endpointId, body)))?.id ?? 0;
}

describe('a large capture', () => {
  test('has its place among others, and no heartbeat comes within it', async () => {
    await using pieces = await startWithPieces({ pause: () => after(15), count: 4 });
    const { hub } = pieces;
    const scope = await hub.account();
    const ids = [await capture(hub, scope.endpointId), await capture(hub, scope.endpointId, large)];
    using early = await hub.open(scope);
    using whole = await hub.open({ accountId: scope.accountId });
    await early.received(2);
    for (let round = 0; round < 3; round++) {
      ids.push(await capture(hub, scope.endpointId));
      ids.push(await capture(hub, scope.endpointId, large));
      ids.push(await capture(hub, scope.endpointId, large));
    }
    ids.push(await capture(hub, scope.endpointId));
    using late = await hub.open(scope);
    for (const client of [early, whole, late]) {
      await client.received(ids.length);
      expect(client.ids).toEqual(ids);
    }
    expect(early.heartbeats.length).toBeGreaterThan(3);
    await eventually(() => pieces.closed() === pieces.opened.length);
  });

  test('stays in no stream’s memory: its body is read when it is rendered', async () => {
    await using pieces = await startWithPieces();
    const { hub } = pieces;
    const scope = await hub.account();
    using client = await hub.open(scope);
    const id = await capture(hub, scope.endpointId, 'L'.repeat(200_000));
    await client.received(1);
    using late = await hub.open(scope);
    await late.received(1);
    expect(pieces.opened.map(({ body, ...rest }) => [rest.id, body])).toEqual([
      [id, undefined],
      [id, undefined],
    ]);
  });

  test('that was deleted before its first byte is left out', async () => {
    await using pieces = await startWithPieces();
    const { hub } = pieces;
    const scope = await hub.account();
    using client = await hub.open(scope);
    pieces.loseAll();
    await capture(hub, scope.endpointId, large);
    const id = await capture(hub, scope.endpointId);
    await client.received(1);
    expect(client.ids).toEqual([id]);
    expect(client.ended).toBe('no');
    expect(pieces.closed()).toBe(1);
  });

  test('that fails in its middle ends the stream, and the next one begins with it', async () => {
    let failures = 1;
    await using pieces = await startWithPieces({
      pause: async (piece) => {
        if (piece === 2 && failures-- > 0) throw new Error('deleted meanwhile');
      },
    });
    const { hub } = pieces;
    const scope = await hub.account();
    using client = await hub.open(scope);
    const first = await capture(hub, scope.endpointId);
    const id = await capture(hub, scope.endpointId, large);
    await eventually(() => client.ended !== 'no');
    expect(client.ids).toEqual([first]);
    using resumed = await hub.open(scope, { after: first });
    await resumed.received(1);
    expect(resumed.ids).toEqual([id]);
    expect(pieces.closed()).toBe(2);
  });

  test('goes to each of many streams at its own pace; those that do not read hold a piece each', async () => {
    const length = 256 * 1024;
    await using pieces = await startWithPieces({ count: 60, length });
    const { hub } = pieces;
    const scope = await hub.account();
    const clients = await Promise.all(Array.from({ length: 3 }, () => hub.open(scope)));
    const [quick, stalled] = [clients.slice(0, 1), clients.slice(1)];
    for (const { response } of stalled) response.pause();
    const ids = [await capture(hub, scope.endpointId, large), await capture(hub, scope.endpointId)];
    for (const client of quick) await client.received(2);
    const texts = await hub.metrics.registry.getSingleMetric('hookwell_stream_text_bytes')?.get();
    expect(texts?.values[0]?.value).toBeLessThanOrEqual(stalled.length * length);
    expect(
      hub.responses.map(({ writableLength }) => writableLength).sort((a, b) => b - a)[0],
    ).toBeLessThan(2 * length);
    for (const { response } of stalled) response.resume();
    for (const client of clients) {
      await client.received(2);
      expect(client.ids).toEqual(ids);
      client[Symbol.dispose]();
    }
    await eventually(() => pieces.closed() === pieces.opened.length);
  });
});

describe('in the middle of a large capture', () => {
  test('a stream ends with its credential, also if its client does not read', async () => {
    await using pieces = await startWithPieces({ count: 80, length: 256 * 1024 });
    const { hub } = pieces;
    const scope = await hub.account();
    using stuck = await hub.open(scope);
    stuck.response.pause();
    await capture(hub, scope.endpointId, large);
    await eventually(() => (hub.responses[0]?.writableLength ?? 0) > 0);
    await hub.store.db.deleteFrom('endpoint').where('id', '=', scope.endpointId).execute();
    await hub.hub.endEndedStreams();
    await eventually(() => hub.hub.size.streams === 0);
    expect(pieces.closed()).toBe(1);
  });

  test('streams end when the server stops, also those whose next piece never comes', async () => {
    const { promise: never, resolve } = Promise.withResolvers<void>();
    await using pieces = await startWithPieces({
      pause: (piece) => (piece === 1 ? never : after(0)),
    });
    const { hub } = pieces;
    const scope = await hub.account();
    using client = await hub.open(scope);
    await capture(hub, scope.endpointId, large);
    await eventually(() => pieces.opened.length === 1);
    await hub.hub.close();
    await eventually(() => client.ended !== 'no');
    expect(client.ids).toEqual([]);
    resolve();
    await eventually(() => pieces.closed() === 1);
  });
});
