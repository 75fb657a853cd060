import { describe, expect, test } from 'vitest';
import type { StoredCapture } from '../../src/capture-log/captures.ts';
import type { EventRendering } from '../../src/live/event-rendering.ts';
import { eventually } from '../eventually.ts';
import { newCapture, renderAtOnce } from './new-capture.ts';
import { startHub, type TestHub } from './start-hub.ts';

/** Bodies from this size on count as large in these tests. */
const largeFromBytes = 1000;
const large = 'L'.repeat(largeFromBytes);

interface Slices {
  /** A promise that is awaited before each slice. */
  pause?: (slice: number) => Promise<unknown>;
  count?: number;
  length?: number;
}

/** A hub that writes large captures in this many slices; counts those that were opened and closed. */
async function startWithSlices({ pause, count = 3, length = 100 }: Slices = {}) {
  const opened: StoredCapture[] = [];
  let closed = 0;
  const open: EventRendering['open'] = async function* (_accountId, capture) {
    opened.push(capture);
    const filler = 'x'.repeat(length);
    try {
      for (let slice = 0; slice <= count; slice++) {
        await pause?.(slice);
        if (slice === 0) yield Buffer.from(`{"SSEWebhookRequest":{"id":${capture.id},"body":"`);
        else yield Buffer.from(slice < count ? filler : '"}}');
      }
    } finally {
      closed += 1;
    }
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
    [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose](),
  };
}

async function capture(hub: TestHub, endpointId: number, body = 'small'): Promise<number> {
  return (await hub.store.captures.append(newCapture(endpointId, body)))?.id ?? 0;
}

describe('a large capture', () => {
  test('that fails in its middle ends the stream, and the next one begins with it', async () => {
    let failures = 1;
    await using slices = await startWithSlices({
      pause: async (slice) => {
        if (slice === 2 && failures-- > 0) throw new Error('deleted meanwhile');
      },
    });
    const { hub } = slices;
    const scope = await hub.account();
    using client = await hub.open(scope);
    const first = await capture(hub, scope.endpointId);
    const id = await capture(hub, scope.endpointId, large);
    await eventually(() => client.ended !== 'no');
    expect(client.ids).toEqual([first]);
    using resumed = await hub.open(scope, { after: first });
    await resumed.received(1);
    expect(resumed.ids).toEqual([id]);
    expect(slices.closed()).toBe(2);
  });

  test('goes to each of many streams at its own pace; those that do not read hold a slice each', async () => {
    const length = 256 * 1024;
    await using slices = await startWithSlices({ count: 60, length });
    const { hub } = slices;
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
    await eventually(() => slices.closed() === slices.opened.length);
  });
});
