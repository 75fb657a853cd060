import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  endSpace,
  layOut,
  leastDistance,
  type TimeScale,
  xAt,
} from '../../src/deliveries/time-line-layout.ts';

const start = Date.parse('2026-03-01T12:00:00.000Z');
/** The times of attempts with these gaps, in seconds. */
const after = (...gaps: number[]) => {
  let at = start;
  return [start, ...gaps.map((gap) => (at += gap * 1000))];
};

const anyTimes = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: -50, max: 40_000_000 })), {
    maxLength: 1000,
  })
  .map((gaps) => after(...gaps.map((gap) => gap / 1000)));
const anyScale = fc.constantFrom<TimeScale>('even', 'linear');
const anyWidth = fc.integer({ min: 60, max: 2000 });

describe('any attempts on any line', () => {
  test('each is in one mark, in their order; marks stay on the line and apart', () => {
    fc.assert(
      fc.property(anyTimes, anyScale, anyWidth, (times, scale, width) => {
        const { marks, gaps } = layOut(times, scale, width);
        expect(marks.flatMap(({ from, to }) => indices(from, to))).toEqual([...times.keys()]);
        expect(gaps).toHaveLength(marks.length - 1);
        for (const { x } of marks) {
          expect(x).toBeGreaterThanOrEqual(endSpace);
          expect(x).toBeLessThanOrEqual(Math.max(endSpace, width - endSpace) + 1e-6);
        }
        for (const { fromX, toX, ms } of gaps) {
          expect(toX - fromX).toBeGreaterThanOrEqual(leastDistance - 1e-6);
          expect(ms).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a later moment is never further left, and every mark stands at its time', () => {
    fc.assert(
      fc.property(anyTimes, anyScale, anyWidth, (times, scale, width) => {
        const line = layOut(times, scale, width);
        const last = line.times.at(-1) ?? start;
        const step = Math.max(1, (last - start) / 50);
        let before = 0;
        for (let at = start; at < last + 20 * step; at += step) {
          const x = xAt(line, at);
          expect(x).toBeGreaterThanOrEqual(before);
          expect(x).toBeLessThanOrEqual(Math.max(width, endSpace));
          before = x;
        }
        expect(xAt(line, last)).toBeCloseTo(line.marks.at(-1)?.x ?? Number.NaN);
      }),
      { numRuns: 60 },
    );
  });
});

describe('an even line', () => {
  test('a longer gap is wider, and both a second and ten hours can be read', () => {
    const { gaps } = layOut(after(1, 60, 36_000), 'even', 800);
    const [short = 0, middle = 0, long = 0] = gaps.map(({ fromX, toX }) => toX - fromX);
    expect(short).toBeLessThan(middle);
    expect(middle).toBeLessThan(long);
    expect(long / short).toBeLessThan(4);
  });

  test('where there is room, the same gap has the same width in every delivery', () => {
    const [few] = layOut(after(30), 'even', 900).gaps;
    const [first, , third] = layOut(after(30, 5, 30), 'even', 900).gaps;
    const width = (gap = few) => (gap?.toX ?? 0) - (gap?.fromX ?? 0);
    expect(width(first)).toBeCloseTo(width(few));
    expect(width(third)).toBeCloseTo(width(few));
  });

  test('of 1,000 attempts the first and the last ones stand alone', () => {
    const { marks } = layOut(after(...Array(999).fill(1)), 'even', 400);
    expect(marks).toHaveLength(7);
    expect(marks.map(({ from, to }) => to - from)).toEqual([1, 1, 1, 994, 1, 1, 1]);
  });
});

describe('a linear line', () => {
  test('distances are in proportion, and attempts that are too close share a mark', () => {
    const { marks } = layOut(after(10, 10, 20, 0.1), 'linear', 456);
    expect(marks).toEqual([
      { x: 28, from: 0, to: 1 },
      { x: expect.closeTo(28 + 400 * (10 / 40.1)), from: 1, to: 2 },
      { x: expect.closeTo(28 + 400 * (20 / 40.1)), from: 2, to: 3 },
      { x: expect.closeTo(28 + 400 * (40 / 40.1)), from: 3, to: 5 },
    ]);
  });
});

test('attempts at the same moment, or one alone, are drawn all the same', () => {
  expect(layOut([start], 'linear', 300).marks).toEqual([{ x: endSpace, from: 0, to: 1 }]);
  expect(layOut([start, start], 'linear', 300).marks).toEqual([{ x: endSpace, from: 0, to: 2 }]);
  expect(layOut([start, start], 'even', 300).gaps).toEqual([
    { fromX: endSpace, toX: endSpace + leastDistance, ms: 0 },
  ]);
  expect(layOut([], 'even', 300)).toEqual({ width: 300, times: [], marks: [], gaps: [] });
});

function indices(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
