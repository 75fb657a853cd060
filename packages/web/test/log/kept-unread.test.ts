import { expect, test } from 'vitest';
import { parseUnread, unreadText } from '../../src/log/kept-unread.ts';
import { UnreadRequests } from '../../src/log/unread-requests.ts';

const of = (endpointId: number, ...ids: number[]) => ids.map((id) => ({ id, endpointId }));

test('unread requests go through their text and back', () => {
  const state = new Map([
    [7, { through: 12, ids: [10, 12] }],
    [8, { through: 30, ids: [] }],
  ]);
  const read = parseUnread(unreadText(3, state));
  expect(read?.accountId).toBe(3);
  expect(new Map(read?.endpoints)).toEqual(state);
});

test('the text is bounded: the newest of each endpoint, of the latest endpoints', () => {
  const ids = Array.from({ length: 5_000 }, (_, index) => index + 1);
  const state = new Map(
    Array.from({ length: 300 }, (_, index) => [index, { through: 5_000 + index, ids }] as const),
  );
  const read = parseUnread(unreadText(3, state))?.endpoints;
  expect(read?.size).toBe(100);
  expect(read?.get(299)?.ids).toEqual(ids.slice(-2_000));
  expect(read?.has(199)).toBe(false);
});

test('of unread requests that were left out for want of room, another tab learns nothing', () => {
  const mine = new UnreadRequests();
  mine.add(of(1, ...Array.from({ length: 3_000 }, (_, index) => index + 1)));
  const other = new UnreadRequests();
  other.take(mine.state());
  mine.markRead(2_500);
  other.take(parseUnread(unreadText(3, mine.state()))?.endpoints ?? new Map());
  expect([other.has(2_500), other.has(2_499), other.has(1)]).toEqual([false, true, true]);
});

test.each([
  undefined,
  '',
  'null',
  '7',
  '[]',
  '{"account":"7","endpoints":[]}',
  '{"account":7,"endpoints":{"length":2}}',
])('other text gives nothing: %s', (text) => expect(parseUnread(text)).toBeUndefined());

test('rows that are none are left out', () => {
  const text = '{"account":7,"endpoints":[[1],[2,"x"],[3,9,8],null,{"0":1,"1":2},[1e400,2]]}';
  expect([...(parseUnread(text)?.endpoints ?? [])]).toEqual([[3, { through: 9, ids: [8] }]]);
});

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
