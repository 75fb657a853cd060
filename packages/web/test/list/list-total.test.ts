import { expect, test } from 'vitest';
import { olderThanLoaded } from '../../src/list/list-total.tsx';
import { undoables } from '../../src/log/undoable.ts';
import { summaryOf } from '../log/summary.ts';

const logOf = (ids: number[], { heldCount = 0, removed = [] as number[] } = {}) => ({
  getSnapshot: () => ({
    ...{ items: ids.map((id) => summaryOf({ id })), heldCount, generation: 0, isComplete: false },
    ...{ isLoaded: true, problem: undefined, isLoadingOlder: false, isPaused: heldCount > 0 },
  }),
  countLoaded: (asked: readonly number[]) => asked.filter((id) => removed.includes(id)).length,
});

test('what the service has counted, without what is loaded, is older', () => {
  const counted = [
    { requests: 700, newestId: 1_000 },
    { requests: 300, newestId: 990 },
    { requests: 0 },
  ];
  expect(olderThanLoaded(logOf([1_000, 990, 980]), counted)).toEqual({ count: 997, from: 980 });
  // These came after the count.
  expect(olderThanLoaded(logOf([1_002, 1_001, 1_000]), counted)).toEqual({
    count: 999,
    from: 1_000,
  });
  // A pause holds two back.
  expect(olderThanLoaded(logOf([980], { heldCount: 2 }), counted)).toEqual({
    count: 997,
    from: 980,
  });
  // The service may have fewer by now.
  expect(olderThanLoaded(logOf([3, 2, 1]), [{ requests: 2, newestId: 3 }]).count).toBe(0);
});

test('what can still be undone does not count as older', () => {
  const parts = { undo: () => {}, carryOut: async () => {}, close: () => {} };
  undoables.setState(() => [{ removals: [{ kind: 'deleted', id: 5 }], ...parts }]);
  const log = logOf([6, 4], { removed: [5] });
  expect(olderThanLoaded(log, [{ requests: 10, newestId: 6 }]).count).toBe(7);
  undoables.setState(() => []);
});
