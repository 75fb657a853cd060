import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AccountLooks } from '../../src/live/account-looks.ts';
import type { FeedChange } from '../../src/live/feed-messages.ts';
import { Listeners } from '../../src/live/listeners.ts';

/** The page, as far as the looks ask it. */
let page: EventTarget & { hidden: boolean };
let feed: Listeners<FeedChange>;
let looks: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  feed = new Listeners();
  looks = 0;
  new AccountLooks({ onChange: (listener) => feed.add(listener) }).onLook(() => {
    looks += 1;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('many changes are one look, and the next one waits', async () => {
  for (let count = 0; count < 50; count++) feed.tell({ kind: 'account' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(looks).toBe(1);
  feed.tell({ kind: 'account' });
  await vi.advanceTimersByTimeAsync(900);
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(2100);
  expect(looks).toBe(2);
  feed.tell({ kind: 'session' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(looks).toBe(2);
});

test('a hidden page looks when it is seen again', async () => {
  page.hidden = true;
  feed.tell({ kind: 'account' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(0);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(looks).toBe(1);
});
