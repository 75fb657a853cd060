import { expect, test } from 'vitest';
import { RemovedRequests } from '../../src/log/removed-requests.ts';

test('knows deleted and cleared requests until they are restored', () => {
  const removed = new RemovedRequests();
  let changes = 0;
  removed.onChange(() => void changes++);
  const deleted = { kind: 'deleted', id: 7 } as const;
  const cleared = { kind: 'cleared', endpointId: 1, upTo: 5 } as const;
  removed.add(deleted);
  removed.add(cleared);
  expect(removed.has({ id: 7, endpointId: 2 })).toBe(true);
  expect(removed.has({ id: 5, endpointId: 1 })).toBe(true);
  expect(removed.has({ id: 6, endpointId: 1 })).toBe(false);
  expect(removed.has({ id: 5, endpointId: 2 })).toBe(false);
  expect(removed.areAllUpTo(5, 1)).toBe(true);
  expect(removed.areAllUpTo(6, 1)).toBe(false);
  expect(removed.areAllUpTo(5, undefined)).toBe(false);
  // As another tab tells of them.
  removed.restore({ ...deleted });
  removed.restore({ ...cleared });
  expect(removed.has({ id: 7, endpointId: 2 })).toBe(false);
  expect(removed.has({ id: 5, endpointId: 1 })).toBe(false);
  removed.add({ kind: 'cleared', upTo: 9 });
  expect(removed.areAllUpTo(9, undefined)).toBe(true);
  expect(removed.areAllUpTo(9, 3)).toBe(true);
  expect(changes).toBe(5);
});
