import { expect, test } from 'vitest';
import { UnreadRequests } from '../../src/log/unread-requests.ts';
import { summaryOf } from './summary.ts';

test('counts unread requests of each endpoint and of all', () => {
  const unread = new UnreadRequests();
  unread.add([1, 2, 3].map((id) => summaryOf({ id, endpointId: id % 2 })));
  unread.add([summaryOf({ id: 3, endpointId: 1 })]);
  expect([unread.count(), unread.count(1), unread.count(0), unread.count(9)]).toEqual([3, 2, 1, 0]);
  unread.markRead(1);
  unread.markRead(1);
  expect([unread.count(), unread.count(1), unread.has(1), unread.has(3)]).toEqual([
    2,
    1,
    false,
    true,
  ]);
  unread.markReadWhere(({ endpointId }) => endpointId === 0);
  expect([unread.count(), unread.count(0)]).toEqual([1, 0]);
});

test('tells of changes, and of nothing else', () => {
  const unread = new UnreadRequests();
  let changes = 0;
  unread.subscribe(() => void changes++);
  unread.add([summaryOf({ id: 1 })]);
  unread.markRead(2);
  unread.markReadWhere(() => false);
  expect(changes).toBe(1);
  unread.markRead(1);
  expect(changes).toBe(2);
});

test('forgets the oldest past a bound', () => {
  const unread = new UnreadRequests();
  unread.add(Array.from({ length: 20_010 }, (_, index) => summaryOf({ id: index + 1 })));
  expect(unread.count()).toBe(20_000);
  expect(unread.count(1)).toBe(20_000);
  expect([unread.has(10), unread.has(11)]).toEqual([false, true]);
});
