import { afterEach, expect, test, vi } from 'vitest';
import { announce, announcement, leavePage, toast, toasts } from '../../src/ui/toasts.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('an announcement is taken away after some seconds, counted from the last one', () => {
  vi.useFakeTimers();
  announce('8 found');
  vi.advanceTimersByTime(7000);
  announce('8 found');
  expect(announcement.get().trim()).toBe('8 found');
  vi.advanceTimersByTime(7000);
  expect(announcement.get().trim()).toBe('8 found');
  vi.advanceTimersByTime(2000);
  expect(announcement.get()).toBe('');
});

test('with a page go its announcement and the messages about it', () => {
  announce('8 found');
  toast({ text: 'The shape is pinned.', isOfPage: true });
  toast({ text: 'Deleted 8 requests.' });
  leavePage();
  expect(announcement.get()).toBe('');
  expect(toasts.get().map(({ text }) => text)).toEqual(['Deleted 8 requests.']);
});
