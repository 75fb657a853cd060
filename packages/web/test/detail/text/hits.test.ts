import { expect, test } from 'vitest';
import { collectHits, type Hits, textHits } from '../../../src/detail/search/hits.ts';

const all = (hits: Hits) => [...hits].filter((hit) => hit !== undefined);
const slice = 64 * 1024;

test('a text is found in any case, without overlaps, at every border of a slice', () => {
  expect(all(textHits('aAa aaaa', 'AA'))).toEqual([0, 4, 6]);
  expect(all(textHits('a.b a+b', 'A+B'))).toEqual([4]);
  expect(all(textHits('anything', ''))).toEqual([]);
  expect(all(textHits('xx needle xx needle', 'needle', 4, 19))).toEqual([13]);
  for (let before = slice - 7; before <= slice + 1; before++) {
    expect(all(textHits(`${'-'.repeat(before)}Needle--`, 'needle'))).toEqual([before]);
  }
});

test('collecting stops at the most hits, and where it is no longer wanted', async () => {
  function* endless(): Hits {
    for (let hit = 0; ; hit++) {
      yield hit;
      yield undefined;
    }
  }
  const { signal } = new AbortController();
  expect(await collectHits(endless(), 3, signal)).toEqual([0, 1, 2]);
  expect(await collectHits(endless(), 0, signal)).toEqual([]);
  const stop = new AbortController();
  const stopped = collectHits(endless(), Number.POSITIVE_INFINITY, stop.signal);
  stop.abort();
  expect(await stopped).toBeUndefined();
});
