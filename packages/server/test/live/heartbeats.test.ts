import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Heartbeats } from '../../src/live/heartbeats.ts';

const intervalMs = 30_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Heartbeats, and the times at which members had turns, in milliseconds. */
function recorded(ms: number) {
  const startedAt = Date.now();
  const turns: [member: string, ms: number][] = [];
  const heartbeats = new Heartbeats<string>(ms, (member) =>
    turns.push([member, Date.now() - startedAt]),
  );
  return { heartbeats, turns };
}

test('each member has its own rhythm, an interval from the time at which it was added', () => {
  const { heartbeats, turns } = recorded(intervalMs);
  heartbeats.add('first');
  vi.advanceTimersByTime(250);
  heartbeats.add('second');
  vi.advanceTimersByTime(3 * intervalMs);
  expect(turns).toEqual([
    ['first', 30_000],
    ['second', 30_300],
    ['first', 60_000],
    ['second', 60_300],
    ['first', 90_000],
  ]);
});

test('after a pause of the process members keep their places', () => {
  const { heartbeats, turns } = recorded(intervalMs);
  for (const member of ['first', 'second', 'third']) {
    heartbeats.add(member);
    vi.advanceTimersByTime(1000);
  }
  // The clock goes on, and no timer runs.
  const paused = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 29_000);
  vi.advanceTimersByTime(100);
  paused.mockRestore();
  expect(turns.map(([member]) => member)).toEqual(['first', 'second', 'third']);
  turns.length = 0;
  vi.advanceTimersByTime(2 * intervalMs);
  expect(turns).toEqual([
    ['first', 60_000],
    ['second', 61_000],
    ['third', 62_000],
  ]);
});

test('who leaves has no more turns, not even during the turn of another', () => {
  const turns: string[] = [];
  const heartbeats = new Heartbeats<string>(intervalMs, (member) => {
    turns.push(member);
    heartbeats.delete('second');
    heartbeats.delete('first');
  });
  for (const member of ['first', 'second', 'third']) heartbeats.add(member);
  vi.advanceTimersByTime(2 * intervalMs + 100);
  expect(turns).toEqual(['first', 'third', 'third']);
});

test('there is a timer only while there are members', () => {
  const { heartbeats, turns } = recorded(intervalMs);
  expect(vi.getTimerCount()).toBe(0);
  for (const member of ['first', 'second']) heartbeats.add(member);
  expect(vi.getTimerCount()).toBe(1);
  heartbeats.delete('first');
  heartbeats.delete('nobody');
  expect(vi.getTimerCount()).toBe(1);
  heartbeats.delete('second');
  expect(vi.getTimerCount()).toBe(0);
  heartbeats.add('third');
  vi.advanceTimersByTime(intervalMs);
  expect(turns).toEqual([['third', intervalMs]]);
});
