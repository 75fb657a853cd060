import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteHits, bytesOf, hexRow, markedDigits } from '../../../src/detail/body/hex-rows.ts';
import { collectHits, type Hits, marksIn, textHits } from '../../../src/detail/search/hits.ts';

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

test('what is found in slices is what is found at once', () => {
  const lengths = fc.integer({ min: slice - 4, max: slice + 4 });
  fc.assert(
    fc.property(lengths, fc.array(fc.constantFrom('a', 'b')), (length, end) => {
      const text = 'ab'.repeat(slice).slice(0, length) + end.join('');
      const expected = [...text.matchAll(/aba/g)].map(({ index }) => index);
      expect(all(textHits(text, 'aba'))).toEqual(expected);
    }),
    { numRuns: 20 },
  );
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

test('the marks of a line are those that reach into it', () => {
  const hits = [2, 9, 15, 30];
  expect(marksIn({ hits, length: 3, current: 15 }, 10, 16)).toEqual([
    { from: 0, to: 2, isCurrent: false },
    { from: 5, to: 6, isCurrent: true },
  ]);
  expect(marksIn({ hits, length: 3 }, 18, 30)).toEqual([]);
});

test('bytes are found as text in any case, and as they are shown', () => {
  const bytes = new TextEncoder().encode('..Needle\u0000\u00ff..NEEDLE');
  expect(all(byteHits(bytes, 'needle'))).toEqual([2, 13]);
  expect(all(byteHits(bytes, '00 c3'))).toEqual([8]);
  expect(all(byteHits(bytes, 'nothing'))).toEqual([]);
  expect(all(byteHits(bytes, ''))).toEqual([]);
  expect([...bytesOf('de')]).toEqual([0x64, 0x65]);
  const row = hexRow(bytes, 0);
  const { from, to } = markedDigits({ from: 7, to: 10, isCurrent: false });
  expect(row.bytes.slice(from, to)).toBe('65  00 c3');
});
