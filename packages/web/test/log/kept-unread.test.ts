import { expect, test } from 'vitest';
import { parseUnread, UnreadRequests } from '../../src/log/unread-requests.ts';

const of = (endpointId: number, ...ids: number[]) => ids.map((id) => ({ id, endpointId }));

test.each([
  undefined,
  '',
  'null',
  '7',
  '[]',
  '{"account":"7","endpoints":[]}',
  '{"account":7,"endpoints":{"length":2}}',
])('other text gives nothing: %s', (text) => expect(parseUnread(text)).toBeUndefined());

test('what came while no page was open is unread, but not on the first visit of an endpoint', () => {
  const unread = new UnreadRequests();
  unread.addMissed(of(1, 6, 5, 4));
  expect(unread.count()).toBe(0);
  expect([unread.hasSeen(1), unread.hasSeen(2), unread.hasSeen(undefined)]).toEqual([
    true,
    false,
    true,
  ]);
  const next = new UnreadRequests();
  next.take(unread.state());
  next.addMissed([...of(2, 9), ...of(1, 8, 7, 6, 5)]);
  expect([...(next.state().get(1)?.ids ?? [])]).toEqual([7, 8]);
  expect(next.count(2)).toBe(0);
});

test('a tab learns what another one has read, and keeps what the other does not know', () => {
  const mine = new UnreadRequests();
  mine.take(new Map([[1, { through: 12, ids: [10, 11, 12] }]]));
  mine.addMissed(of(1, 13));
  mine.take(new Map([[1, { through: 12, ids: [11] }]]));
  expect(mine.state().get(1)).toEqual({ through: 13, ids: [11, 13] });
  expect(mine.count(1)).toBe(2);
});

test('what a tab has read stays read when another one writes its older state', () => {
  const mine = new UnreadRequests();
  const other = new UnreadRequests();
  for (const unread of [mine, other]) unread.add(of(1, 10, 11, 12));
  mine.markRead(11);
  other.markRead(12);
  mine.take(other.state());
  expect(mine.state().get(1)).toEqual({ through: 12, ids: [10] });
  other.add(of(1, 13));
  mine.take(other.state());
  expect(mine.state().get(1)).toEqual({ through: 13, ids: [10, 13] });
});
