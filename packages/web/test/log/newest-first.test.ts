import { expect, test } from 'vitest';
import { countAbove, indexBelow, indexOfId, joinNewest } from '../../src/log/newest-first.ts';
import { idsOf } from './summary.ts';

const of = (...ids: number[]) => ids.map((id) => ({ id }));

test('finds places in a list with falling ids', () => {
  const items = of(9, 7, 4);
  expect([10, 9, 8, 7, 5, 4, 1].map((id) => indexBelow(items, id))).toEqual([0, 1, 1, 2, 2, 3, 3]);
  expect([10, 9, 8, 4, 3].map((id) => countAbove(items, id))).toEqual([0, 0, 1, 2, 3]);
  expect([9, 7, 4, 8, 0].map((id) => indexOfId(items, id))).toEqual([0, 1, 2, -1, -1]);
  expect(indexBelow([], 5)).toBe(0);
  expect(indexOfId([], 5)).toBe(-1);
});

test('joins the newest page with the known items', () => {
  const cases: [
    title: string,
    known: number[],
    page: number[],
    newestBefore: number,
    isLast: boolean,
    items: number[],
    keepsOlder: boolean,
  ][] = [
    ['the first one', [], [5, 4], 0, false, [5, 4], false],
    ['none at all', [], [], 0, true, [], false],
    ['with what arrived meanwhile', [8, 7, 6], [6, 5], 0, false, [8, 7, 6, 5], false],
    ['what overlaps stays below', [5, 4, 3, 2], [7, 6, 5, 4], 5, false, [7, 6, 5, 4, 3, 2], true],
    ['a gap drops what is older', [3, 2, 1], [9, 8, 7], 3, false, [9, 8, 7], false],
    ['what the page does not have is gone', [5, 4, 3, 2], [5, 3], 5, false, [5, 3, 2], true],
    ['also at the top', [5, 4, 3, 2], [4, 3], 5, false, [4, 3, 2], true],
    ['a last page is all there is', [5, 4, 3, 2], [5, 4], 5, true, [5, 4], false],
    ['everything was deleted', [5, 4], [], 5, true, [], false],
    ['everything but what arrived', [6, 5, 4], [], 5, true, [6], false],
  ];
  for (const [title, known, page, newestBefore, isLast, items, keepsOlder] of cases) {
    const joined = joinNewest(of(...known), of(...page), newestBefore, isLast);
    expect(idsOf(joined.items), title).toEqual(items);
    expect(joined.keepsOlder, title).toBe(keepsOlder);
  }
});
