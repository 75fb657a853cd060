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

const sent = JSON.stringify({ text: 'é"\u0001'.repeat(50_000) });

interface Sent {
  body?: string | Uint8Array;
  type?: string;
  isCompressed?: boolean;
  /** The time after which a reader that takes nothing gives its bytes up. */
  maxIdleMs?: number;
}

/** A large capture and a reader of it. */
async function start({
  body = sent,
  type = 'application/json',
  isCompressed = false,
  maxIdleMs,
}: Sent = {}) {
  const { captures } = opened.store;
  const { accountId, endpointId } = await addAccountWithEndpoint(opened.store);
  const headers = ['content-type', type, ...(isCompressed ? ['content-encoding', 'gzip'] : [])];
  const fields = {
    body: isCompressed ? gzipSync(body) : Buffer.from(body),
    headers: JSON.stringify(headers),
  };
  const id = (await captures.append(newCapture(endpointId, fields)))?.id ?? 0;
  const capture = await captures.readOne(accountId, id, 0);
  if (capture === undefined) throw new Error('It was just stored');
  const metrics = createMetrics();
  const config = parseConfig({ HOOKWELL_DATABASE_URL: 'sqlite:unused' });
  const deps = { ...fairParts(), store: opened.store, config, metrics, pool };
  const large = new LargeCaptures(deps, maxIdleMs);
  const reader = { client: { gone: new AbortController().signal, cut() {} } };
  const hasGivenUp = () => eventually(async () => (await valueNow(metrics.heavyReadBytes)) === 0);
  return { large, accountId, capture, reader, hasGivenUp };
}

test.each([false, true])(
  'a reader that pauses gets the rest of the same text (compressed: %s)',
  async (isCompressed) => {
    const { large, accountId, capture, reader, hasGivenUp } = await start({
      isCompressed,
      maxIdleMs: 20,
    });
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
  const { large, accountId, capture, reader, hasGivenUp } = await start({ maxIdleMs: 20 });
  const slices = large.body(accountId, capture, reader.client);
  expect((await slices.next()).done).toBe(false);
  await hasGivenUp();
  await opened.store.captures.removeOne(accountId, capture.id);
  await expect(slices.next()).rejects.toThrow();
  expect((await large.text(accountId, capture, 'event', reader).next()).done).toBe(true);
});

const mebibyte = 1024 * 1024;
const elements = `${'<a>'.repeat(300_000)}${'</a>'.repeat(300_000)}`;
const attributes = Array.from({ length: 5000 }, (_, index) => `a${index}=""`).join(' ');
const entities = '<!DOCTYPE r><r>&a;';

test.each([
  ['nested arrays', `{"a":${'['.repeat(1e6)}${']'.repeat(1e6)}}`, 'application/json', 'json'],
  ['nested elements', elements, 'application/xml', 'raw'],
  ['attributes', `<r>${`<a ${attributes}/>`.repeat(40)}</r>`, 'application/xml', 'xml'],
  ['references', `${entities}${'&a;'.repeat(100_000)}</r>`, 'application/xml', 'xml'],
  ['bytes of six characters each', Buffer.alloc(25 * mebibyte, 1), 'text/plain', 'raw'],
  ['bytes that are no text', Buffer.alloc(25 * mebibyte, 0xff), 'text/plain', 'raw'],
])('what is hostile is shown whole: %s', async (_, body, type, field) => {
  const { large, accountId, capture, reader } = await start({ body, type, isCompressed: true });
  let bytes = 0;
  let first: string | undefined;
  for await (const slice of large.text(accountId, capture, 'full', reader)) {
    first ??= Buffer.from(slice).toString();
    bytes += slice.length;
  }
  expect(first).toContain(`"${field}":`);
  expect(bytes).toBeGreaterThan(body.length);
});

test('a look that takes too long leaves a body as text', async () => {
  const body = `${entities}${'&a;'.repeat(8 * mebibyte)}</r>`;
  const { large, accountId, capture, reader } = await start({
    body,
    type: 'application/xml',
    isCompressed: true,
  });
  const slices = large.text(accountId, capture, 'full', reader);
  const { value } = await slices.next();
  expect(Buffer.from(value ?? []).toString()).toContain('"body":{"raw":"<!DOCTYPE');
  await slices.return();
});
