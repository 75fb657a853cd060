import { gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { createMetrics } from '../../src/metrics.ts';
import { LargeCaptures } from '../../src/requests/large-captures.ts';
import { WorkerPool } from '../../src/workers/pool.ts';
import { eventually } from '../eventually.ts';
import { fairParts } from '../fair-parts.ts';
import { withStore } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';
import { valueNow } from './heavy-readers.ts';

const opened = withStore();
const pool = new WorkerPool(pino({ level: 'silent' }));
afterAll(() => pool.close());

const json = ['content-type', 'application/json'];
const sent = JSON.stringify({ text: 'é"\u0001'.repeat(50_000) });

/** A large capture whose readers give it up after 20 ms. */
async function start(compressed: boolean) {
  const { captures } = opened.store;
  const { accountId, endpointId } = await addAccountWithEndpoint(opened.store);
  const [body, headers] = compressed
    ? [gzipSync(sent), [...json, 'content-encoding', 'gzip']]
    : [Buffer.from(sent), json];
  const fields = { body, headers: JSON.stringify(headers) };
  const id = (await captures.append(newCapture(endpointId, fields)))?.id ?? 0;
  const capture = await captures.readOne(accountId, id, 0);
  if (capture === undefined) throw new Error('It was just stored');
  const metrics = createMetrics();
  const config = parseConfig({ HOOKWELL_DATABASE_URL: 'sqlite:unused' });
  const deps = { ...fairParts(), store: opened.store, config, metrics, pool };
  const large = new LargeCaptures(deps, 20);
  const reader = { client: { gone: new AbortController().signal, cut() {} } };
  const hasGivenUp = () => eventually(async () => (await valueNow(metrics.heavyReadBytes)) === 0);
  return { large, accountId, capture, reader, hasGivenUp };
}

test.each([false, true])(
  'a reader that pauses gets the rest of the same text (compressed: %s)',
  async (compressed) => {
    const { large, accountId, capture, reader, hasGivenUp } = await start(compressed);
    const slices: Uint8Array[] = [];
    for await (const slice of large.text(accountId, capture, 'full', reader)) {
      slices.push(slice);
      expect(slice.length).toBeLessThanOrEqual(64 * 1024);
      await hasGivenUp();
    }
    expect(slices.length).toBeGreaterThan(5);
    const shown = JSON.parse(Buffer.concat(slices).toString());
    expect(shown.body).toEqual({ json: JSON.parse(sent), raw: sent });
  },
);

test('a reader that pauses until its capture is deleted learns of it', async () => {
  const { large, accountId, capture, reader, hasGivenUp } = await start(false);
  const slices = large.body(accountId, capture, reader.client);
  expect((await slices.next()).done).toBe(false);
  await hasGivenUp();
  await opened.store.captures.removeOne(accountId, capture.id);
  await expect(slices.next()).rejects.toThrow();
  expect((await large.text(accountId, capture, 'event', reader).next()).done).toBe(true);
});
