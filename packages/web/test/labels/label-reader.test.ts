import type { CapturedRequestSummary } from '@hookwell/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as describing from '../../src/labels/describing.ts';
import { LabelReader } from '../../src/labels/label-reader.ts';
import type { IdRange, ListedIn, ReadBodies } from '../../src/labels/read-bodies.ts';
import { RequestLabels } from '../../src/labels/request-labels.ts';
import { summaryOf } from '../log/summary.ts';

const all: ListedIn = { endpoint: undefined, match: '' };

/** A row whose body tells `event` in reading, unless these values say otherwise. */
function row(id: number, values: Partial<CapturedRequestSummary> = {}): CapturedRequestSummary {
  return summaryOf({ id, contentType: 'application/json', bodySize: 20, ...values });
}

/** Rows of descending ids. */
const rows = (newest: number, oldest: number, values?: Partial<CapturedRequestSummary>) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => row(newest - index, values));

async function start(isHidden: () => boolean = () => false) {
  const labels = new RequestLabels(async () => describing);
  await labels.load();
  const calls: (IdRange & ListedIn)[] = [];
  const answer = vi.fn(async ({ before, after, limit }: IdRange): Promise<ReadBodies> => {
    const ids = Array.from({ length: before - after - 1 }, (_, index) => before - 1 - index);
    const texts = new Map(ids.slice(0, limit).map((id) => [id, `{"event":"event.${id}"}`]));
    return { texts, downTo: after + 1 };
  });
  const read = async (list: ListedIn, range: IdRange) => {
    calls.push({ ...list, ...range });
    return await answer(range);
  };
  const reader = new LabelReader(labels, read, isHidden);
  return { labels, reader, calls, answer };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  [' {\n  "a":\t1\n}\n', '{ "a": 1 }'],
  ['\u{1f600}'.repeat(300), `${'\u{1f600}'.repeat(60)}…`],
  ['', undefined],
  [' \n', undefined],
  ['GIF89a\0\x01', undefined],
  ['caf\ufffd', undefined],
])('the body %j begins in a row with %j', (text, start) => {
  expect(describing.startOfBody(text)).toBe(start);
});

describe('the bodies of rows', () => {
  test('are read in one call, once the rows rest', async () => {
    const { labels, reader, calls } = await start();
    const shown = rows(30, 1);
    reader.show(shown, { endpoint: 'shop', match: 'method:POST' });
    await vi.advanceTimersByTimeAsync(140);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(20);
    const range = { before: 31, after: 0, limit: 30 };
    expect(calls).toEqual([{ endpoint: 'shop', match: 'method:POST', ...range }]);
    expect(shown.map((one) => labels.get(one).event)).toEqual(shown.map(({ id }) => `event.${id}`));
    reader.show(shown, all);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls).toHaveLength(1);
  });

  test('are not read of rows that scroll by, nor of rows that arrivals push away', async () => {
    const { labels, reader, calls } = await start();
    for (let oldest = 10_000; oldest > 0; oldest -= 10) {
      reader.show(rows(oldest + 20, oldest), all);
      await vi.advanceTimersByTimeAsync(16);
    }
    expect(calls).toEqual([]);
    // At 500 a second, a row of a screen of 20 is there for 40 ms.
    for (let newest = 20_000; newest < 21_000; newest += 8) {
      reader.show(rows(newest, newest - 20), all);
      await vi.advanceTimersByTimeAsync(16);
    }
    expect(calls).toEqual([]);
    // At 20 a second each is there for a second: all are read, with few calls.
    for (let newest = 30_000; newest < 30_100; newest += 1) {
      reader.show(rows(newest, newest - 20), all);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(calls.length).toBeLessThanOrEqual(20);
    const passed = rows(30_090, 30_000);
    expect(passed.filter((one) => labels.get(one).event === undefined)).toEqual([]);
  });

  test('are read in several calls if they are large, and not at all past a size', async () => {
    const { labels, reader, calls } = await start();
    const large = rows(40, 1, { bodySize: 64 * 1024 });
    reader.show(large, all);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls.map(({ limit }) => limit)).toEqual([16, 16, 8]);
    const unread = [
      row(50, { bodySize: 64 * 1024 + 1 }),
      row(51, { headers: { 'content-encoding': 'gzip' } }),
      row(52, { contentType: 'image/png' }),
      row(53, { bodySize: 0 }),
    ];
    reader.show(unread.toReversed(), all);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls).toHaveLength(3);
    expect(labels.isOpen(row(50, { bodySize: 64 * 1024 + 1 }))).toBe(true);
  });

  test('are asked for again later if the service fails, and on where a call stops', async () => {
    const { labels, reader, calls, answer } = await start();
    answer.mockRejectedValueOnce(new Error('away'));
    answer.mockResolvedValueOnce({ texts: new Map([[9, '{"event":"e"}']]), downTo: 8 });
    reader.show(rows(9, 5), all);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls.map(({ before, after }) => [before, after])).toEqual([
      [10, 4],
      [10, 4],
      [8, 4],
    ]);
    // The request 8 was deleted meanwhile: it is not asked for again.
    expect(labels.isOpen(row(8))).toBe(false);
    expect(labels.get(row(7)).event).toBe('event.7');
  });
});

describe('labels', () => {
  test('are kept up to a bound, and forgotten with the session', async () => {
    const { labels } = await start();
    for (const one of rows(10_001, 1))
      labels.learn([[one, { text: '{"event":"e"}', isWhole: true }]]);
    expect(labels.get(row(1)).event).toBe('e');
    expect(labels.get(row(10_001))).toEqual({});
    labels.forget();
    expect(labels.get(row(5))).toEqual({});
  });
});
