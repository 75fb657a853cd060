import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import type { Scope } from '../../src/capture-log/capture-log.ts';
import { parseConfig } from '../../src/config.ts';
import { Overloaded } from '../../src/fairness/overloaded.ts';
import { createMetrics } from '../../src/metrics.ts';
import { CaptureReads } from '../../src/requests/capture-reads.ts';
import type { ListedLog } from '../../src/requests/public.ts';
import { type Sampled, Shapes, shapeThread } from '../../src/shapes/shapes.ts';
import { WorkerPool } from '../../src/workers/pool.ts';
import { fairParts } from '../fair-parts.ts';
import { withStore } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';

const opened = withStore();
const config = parseConfig({ HOOKWELL_DATABASE_URL: 'sqlite:unused' });
const log = pino({ level: 'silent' });
const pool = new WorkerPool(log);
const thread = shapeThread({ config, log });

afterAll(async () => {
  await thread.close();
  await pool.close();
});

/** Shapes of an endpoint. Before each page, or large body, is read, `beforePage` is called with its number. */
async function startShapes({
  readBytes,
  beforePage = async () => {},
}: {
  readBytes?: number;
  beforePage?: (page: number) => Promise<unknown>;
} = {}) {
  const { captures } = opened.store;
  const metrics = createMetrics();
  let pages = 0;
  const paged: ListedLog = {
    readIds: (...asked) => captures.readIds(...asked),
    readListPage: (...asked) => captures.readListPage(...asked),
    readByIds: async (...asked) => {
      await beforePage(++pages);
      return await captures.readByIds(...asked);
    },
    readOne: async (...asked) => {
      await beforePage(++pages);
      return await captures.readOne(...asked);
    },
    search: (...asked) => captures.search(...asked),
  };
  const parts = { ...fairParts(), config, log, metrics, clock: Date.now };
  const reads = new CaptureReads({ ...parts, store: opened.store }, pool);
  const options = { thread, ...(readBytes !== undefined && { readBytes }) };
  const shapes = new Shapes({ ...parts, store: { captures: paged } }, reads, options);
  const scope: Required<Scope> = await addAccountWithEndpoint(opened.store);
  const post = async (body: string | Uint8Array, headers = '[]') =>
    (await captures.append(newCapture(scope.endpointId, { body, headers })))?.id ?? 0;
  const made = async (
    sampled: Partial<Sampled> & Pick<Sampled, 'kind'>,
    gone = new AbortController().signal,
  ) => {
    const most = { mostCaptures: Number.POSITIVE_INFINITY, mostSamples: Number.POSITIVE_INFINITY };
    const asked = { scope, match: { terms: [] }, ...most, ...sampled };
    const { text, through } = await shapes.make(asked, { gone, cut() {} });
    return { made: text && JSON.parse(new TextDecoder().decode(text)), through };
  };
  return { captures, scope, post, made };
}

const gzip = JSON.stringify(['Content-Encoding', 'gzip']);

describe('a list of events', () => {
  test('ends at its bound of captures, and goes on behind it', async () => {
    const { post, made } = await startShapes();
    const ids: number[] = [];
    for (let count = 0; count < 7; count += 1) ids.push(await post('{"type":"a"}'));
    const counts: number[] = [];
    let before: number | undefined;
    do {
      const page = await made({ kind: 'events', before, mostCaptures: 3 });
      counts.push(page.made[0].count);
      before = page.through;
    } while (before !== undefined);
    expect(counts).toEqual([3, 3, 1]);
    // Nothing is left behind the last one.
    expect((await made({ kind: 'events', mostCaptures: 7 })).through).toBeUndefined();
    expect((await made({ kind: 'events', mostCaptures: 6 })).through).toBe(ids[1]);
  });

  test('ends where it has read enough bytes, as sent or decompressed', async () => {
    const { post, made } = await startShapes({ readBytes: 300_000 });
    const body = `{"type":"a","data":"${'x'.repeat(100_000)}"}`;
    for (let count = 0; count < 4; count += 1) await post(body);
    for (let count = 0; count < 4; count += 1) await post(gzipSync(body), gzip);
    // What is decompressed in vain counts as well.
    const cut = gzipSync(body);
    for (let count = 0; count < 4; count += 1) await post(cut.subarray(0, -8), gzip);
    const counts: [number, number][] = [];
    for (let before: number | undefined, more = true; more; ) {
      const page = await made({ kind: 'events', before });
      const sum = (of: 'count' | 'json') =>
        page.made.reduce((all: number, event: Record<string, number>) => all + (event[of] ?? 0), 0);
      counts.push([sum('count'), sum('json')]);
      before = page.through;
      more = before !== undefined;
    }
    expect(counts).toEqual([
      [3, 0],
      [3, 2],
      [3, 3],
      [3, 3],
    ]);
  });
});

describe('a schema', () => {
  test('says that it has read enough bytes, also if none of them were JSON', async () => {
    const { post, made } = await startShapes({ readBytes: 1000 });
    await post('{"older":1}');
    await post('{"newer":1}');
    expect((await made({ kind: 'schema' })).made).not.toHaveProperty('x-left-out');
    await post(`{"long":"${'x'.repeat(1000)}"}`);
    expect((await made({ kind: 'schema' })).made).toMatchObject({
      'x-samples': 1,
      'x-left-out': ['older bodies: one call reads 256 MiB'],
    });
    // The number that was asked for is no bound that leaves something out.
    const one = (await made({ kind: 'schema', mostSamples: 1 })).made;
    expect(one).toMatchObject({ 'x-samples': 1 });
    expect(one).not.toHaveProperty('x-left-out');
    await post('x'.repeat(1000));
    const nothing = (await made({ kind: 'schema' })).made;
    expect(nothing).toMatchObject({ 'x-samples': 0 });
    expect(nothing['x-left-out']).toHaveLength(1);
  });

  test('is given up when its client goes, and leaves room for the next', async () => {
    const gone = new AbortController();
    const read: number[] = [];
    const { post, made } = await startShapes({
      beforePage: async (page) => {
        read.push(page);
        if (page === 2) gone.abort();
      },
    });
    for (let count = 0; count < 6; count += 1) await post(`{"a":"${'x'.repeat(60_000)}"}`);
    await expect(made({ kind: 'schema' }, gone.signal)).rejects.toBeInstanceOf(Overloaded);
    expect(read).toEqual([1, 2]);
    expect((await made({ kind: 'schema' })).made).toMatchObject({ 'x-samples': 6 });
  });
});
