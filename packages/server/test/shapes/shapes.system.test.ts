import { gzipSync } from 'node:zlib';
import type { Match } from '@hookwell/core/match';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import type { Scope } from '../../src/capture-log/capture-log.ts';
import { parseConfig } from '../../src/config.ts';
import { Overloaded } from '../../src/fairness/overloaded.ts';
import { createMetrics } from '../../src/metrics.ts';
import { CaptureReads } from '../../src/requests/capture-reads.ts';
import type { ListedLog } from '../../src/requests/public.ts';
import { Shapes } from '../../src/shapes/shapes.ts';
import { WorkerPool } from '../../src/workers/pool.ts';
import { fairParts } from '../fair-parts.ts';
import { withStore } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';

const opened = withStore();
const config = parseConfig({ HOOKWELL_DATABASE_URL: 'sqlite:unused' });
const log = pino({ level: 'silent' });
const pool = new WorkerPool(log);

afterAll(() => pool.close());

/** Shapes of an endpoint. Before each page, or large body, is read, `beforePage` is called with its number. */
async function startShapes(
  bounds: { captures?: number; bytes?: number } = {},
  {
    beforePage = async () => {},
    tasks = pool,
  }: { beforePage?: (page: number) => Promise<unknown>; tasks?: Pick<WorkerPool, 'run'> } = {},
) {
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
  const shapes = new Shapes({ ...parts, store: { captures: paged } }, reads, tasks, bounds);
  const scope: Required<Scope> = await addAccountWithEndpoint(opened.store);
  const post = async (body: string | Uint8Array, headers = '[]') =>
    (await captures.append(newCapture(scope.endpointId, { body, headers })))?.id ?? 0;
  const match: Match = { terms: [] };
  const { signal } = new AbortController();
  const events = (before?: number) =>
    shapes.events({ scope, before, match }, { gone: signal, cut() {} });
  const schema = async (limit = 1000, gone = signal) => {
    const text = await shapes.schema({ scope, match }, limit, { gone, cut() {} });
    return text && JSON.parse(new TextDecoder().decode(text));
  };
  return { post, events, schema };
}

const gzip = JSON.stringify(['Content-Encoding', 'gzip']);

describe('a list of events', () => {
  test('ends at its bound of captures, and goes on behind it', async () => {
    const { post, events } = await startShapes({ captures: 3 });
    for (let count = 0; count < 6; count += 1) await post('{"type":"a"}');
    const first = await events();
    expect(first.events[0]?.count).toBe(3);
    // Nothing is left behind the last one.
    expect((await events(first.through)).through).toBeUndefined();
    await post('{"type":"a"}');
    const counts: number[] = [];
    for (let before: number | undefined, more = true; more; more = before !== undefined) {
      const page = await events(before);
      counts.push(page.events[0]?.count ?? 0);
      before = page.through;
    }
    expect(counts).toEqual([3, 3, 1]);
  });

  test('ends where it has read enough bytes, as sent or decompressed', async () => {
    const { post, events } = await startShapes({ bytes: 300_000 });
    const body = `{"type":"a","data":"${'x'.repeat(100_000)}"}`;
    for (let count = 0; count < 4; count += 1) await post(body);
    for (let count = 0; count < 4; count += 1) await post(gzipSync(body), gzip);
    // What is decompressed in vain counts as well.
    const cut = gzipSync(body);
    for (let count = 0; count < 4; count += 1) await post(cut.subarray(0, -8), gzip);
    const counts: [number, number][] = [];
    for (let before: number | undefined, more = true; more; ) {
      const page = await events(before);
      const sum = (of: 'count' | 'json') => page.events.reduce((all, event) => all + event[of], 0);
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
    const { post, schema } = await startShapes({ bytes: 1000 });
    await post('{"older":1}');
    await post('{"newer":1}');
    expect(await schema()).not.toHaveProperty('x-left-out');
    await post(`{"long":"${'x'.repeat(1000)}"}`);
    expect(await schema()).toMatchObject({
      'x-samples': 1,
      'x-left-out': ['older bodies: one call reads 256 MiB'],
    });
    // The number that was asked for is no bound that leaves something out.
    const one = await schema(1);
    expect(one).toMatchObject({ 'x-samples': 1 });
    expect(one).not.toHaveProperty('x-left-out');
    await post('x'.repeat(1000));
    const nothing = await schema();
    expect(nothing).toMatchObject({ 'x-samples': 0 });
    expect(nothing['x-left-out']).toHaveLength(1);
  });

  test('is given up when its client goes, and leaves room for the next', async () => {
    const gone = new AbortController();
    const read: number[] = [];
    const beforePage = async (page: number) => {
      read.push(page);
      if (page === 2) gone.abort();
    };
    const { post, schema } = await startShapes({}, { beforePage });
    for (let count = 0; count < 6; count += 1) await post(`{"a":"${'x'.repeat(60_000)}"}`);
    await expect(schema(1000, gone.signal)).rejects.toBeInstanceOf(Overloaded);
    expect(read).toEqual([1, 2]);
    expect(await schema()).toMatchObject({ 'x-samples': 6 });
  });
});

test('a body that takes too long is left out, and counted without an event', async () => {
  let run = 0;
  const tasks: Pick<WorkerPool, 'run'> = {
    run: (kind, prepare, options) => {
      run += 1;
      // The large body is a task of its own, after one with those that came later.
      return pool.run(kind, prepare, { ...options, ...(run === 2 && { timeoutMs: 1 }) });
    },
  };
  const { post, events, schema } = await startShapes({}, { tasks });
  await post('{"type":"a","early":1}');
  await post('{"type":"a","early":2}');
  await post(`{"type":"a","slow":[${'{"a":1},'.repeat(1_000_000)}0]}`);
  await post('{"type":"a","late":1}');
  await post('{"type":"a","late":2}');
  const found = await schema();
  expect(found).toMatchObject({
    'x-samples': 4,
    'x-left-out': ['bodies that take too long to be read'],
  });
  expect(Object.keys(found.properties).sort()).toEqual(['early', 'late', 'type']);
  run = 0;
  expect((await events()).events).toMatchObject([
    { event: 'a', count: 4, json: 4 },
    { count: 1, json: 0 },
  ]);
});
