import { HookwellError } from '@hookwell/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AccountLooks } from '../../src/live/account-looks.ts';
import type { FeedChange } from '../../src/live/feed-messages.ts';
import { Listeners } from '../../src/live/listeners.ts';

/** The page, as far as the looks ask it. */
let page: EventTarget & { hidden: boolean };
let feed: Listeners<FeedChange>;
let looks: number;
/** The outcome of the next looks. */
let answer: () => unknown;
let tab: AccountLooks;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  feed = new Listeners();
  looks = 0;
  answer = () => {};
  tab = new AccountLooks({ onChange: (listener) => feed.add(listener) });
  tab.onLook(() => {
    looks += 1;
    return answer();
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

test('a look that failed is repeated ever more seldom, and the tab says meanwhile that it does not know', async () => {
  answer = () => Promise.reject(new HookwellError('Busy', { status: 503 }));
  feed.tell({ kind: 'account' });
  await vi.advanceTimersByTimeAsync(3400);
  expect(tab.getIsBehind()).toBe(false);
  expect(looks).toBeGreaterThan(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(tab.getIsBehind()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  const soFar = looks;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks - soFar).toBeGreaterThanOrEqual(3);
  expect(looks - soFar).toBeLessThanOrEqual(4);
  answer = () => {};
  await vi.advanceTimersByTimeAsync(16_000);
  expect(tab.getIsBehind()).toBe(false);
  const last = looks;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(last);
});

test('a refusal is an answer', async () => {
  answer = () => Promise.reject(new HookwellError('It is not there', { status: 404 }));
  feed.tell({ kind: 'account' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(1);
  expect(tab.getIsBehind()).toBe(false);
});

test('a long look is followed by a long rest, and by another one for what was changed meanwhile', async () => {
  answer = () => new Promise((resolve) => setTimeout(resolve, 3000));
  feed.tell({ kind: 'account' });
  await vi.advanceTimersByTimeAsync(1000);
  feed.tell({ kind: 'account' });
  await vi.advanceTimersByTimeAsync(3100);
  expect([looks, tab.getIsBehind()]).toEqual([1, false]);
  // Of the second change nothing is known by now.
  await vi.advanceTimersByTimeAsync(500);
  expect([looks, tab.getIsBehind()]).toEqual([1, true]);
  await vi.advanceTimersByTimeAsync(7400);
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(2100);
  expect(looks).toBe(2);
  await vi.advanceTimersByTimeAsync(3000);
  expect(tab.getIsBehind()).toBe(false);
});
