import type { NewCapture } from '../packages/server/src/capture-log/captures.ts';
import type { Store } from '../packages/server/src/store/store.ts';
import { milliseconds, report } from './figures.ts';
import { webhookBodies } from './webhook-bodies.ts';

const perSecond = 500;
const headers = JSON.stringify([
  ...['Host', 'hooks.example.com', 'User-Agent', 'Stripe/1.0 (+https://stripe.com/docs/webhooks)'],
  ...['Content-Type', 'application/json; charset=utf-8', 'Accept', '*/*', 'Content-Length', '1000'],
  ...['Stripe-Signature', `t=1492774577,v1=${'5257a869e7'.repeat(6)}`],
]);
const kilobytes = webhookBodies();

/** Stores 500 captures a second while the work is done, and tells their latencies. */
export async function capturesBeside(
  store: Store,
  endpointId: number,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const latencies = appendSteadily(store, endpointId, stop.signal);
  await work();
  stop.abort();
  const sorted = (await latencies).toSorted((a, b) => a - b);
  report(
    `${perSecond} captures a second beside ${name}`,
    `p50 ${milliseconds(sorted[Math.floor(sorted.length / 2)] ?? 0)}`,
    `p99 ${milliseconds(sorted[Math.floor(sorted.length * 0.99)] ?? 0)}`,
    `max ${milliseconds(sorted.at(-1) ?? 0)}`,
  );
}

function newCapture(endpointId: number, bodies = kilobytes): NewCapture {
  const body: Buffer = bodies.next().value;
  return {
    endpointId,
    settingsVersion: 0,
    receivedAt: Date.now(),
    method: 'POST',
    target: '/wh/token/stripe',
    headers,
    droppedHeaders: 0,
    ipAddress: '203.0.113.7',
    body: [body],
    bodySize: body.length,
  };
}

/** Stores so many captures of webhooks, of 1 KB if no other bodies are given. */
export async function storeWebhooks(
  { captures }: Store,
  endpointId: number,
  count: number,
  bodies?: Generator<Buffer, never>,
): Promise<void> {
  const atOnce = 256;
  for (let stored = 0; stored < count; stored += atOnce) {
    const group = Math.min(atOnce, count - stored);
    await Promise.all(
      Array.from({ length: group }, () => captures.append(newCapture(endpointId, bodies))),
    );
  }
}

/** Appends at a fixed rate until the end; gives the latencies in milliseconds. */
async function appendSteadily(
  { captures }: Store,
  endpointId: number,
  signal: AbortSignal,
): Promise<number[]> {
  const latencies: number[] = [];
  const underWay: Promise<void>[] = [];
  const started = performance.now();
  for (let count = 0; !signal.aborted; ) {
    for (; started + (count * 1000) / perSecond <= performance.now(); count += 1) {
      // A timer that fires late is a turn of the event loop that a capture would wait for as well.
      const due = started + (count * 1000) / perSecond;
      underWay.push(
        captures.append(newCapture(endpointId)).then(() => {
          latencies.push(performance.now() - due);
        }),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(underWay);
  return latencies;
}
