import type { CapturedRequestSummary, StreamedSummary } from '@hookwell/client';
import { expect, test, vi } from 'vitest';
import { WaitingRequests } from '../../src/request/waiting-requests.ts';
import { until } from '../live/until.ts';
import { idsOf, summaryOf } from '../log/summary.ts';

/** A service that has these requests, and the ranges that it was asked for. */
function serviceOf(stored: Map<number, StreamedSummary>) {
  const asked: [first: number, last: number][] = [];
  const read = async (first: number, last: number) => {
    asked.push([first, last]);
    return [...stored.values()].filter(({ id }) => id >= first && id <= last);
  };
  return { asked, read };
}

/** Its sender waits. */
const waiting = (id: number): StreamedSummary => ({ ...summaryOf({ id }), waiting: true });

test('requests wait until a listener has answered, and are read in one call', async () => {
  const stored = new Map([3, 4, 9].map((id) => [id, id === 4 ? summaryOf({ id }) : waiting(id)]));
  const { asked, read } = serviceOf(stored);
  const requests = new WaitingRequests(read, 5);
  const ended: CapturedRequestSummary[] = [];
  requests.onEnd((request) => ended.push(request));
  const heard = vi.fn();
  requests.subscribe(heard);
  requests.follow([summaryOf({ id: 4 })]);
  expect(requests.ids().size).toBe(0);
  for (const id of [3, 9, 3]) requests.follow([waiting(id)]);
  expect(requests.stateOf(3)).toBe('waiting');
  expect(requests.stateOf(4)).toBeUndefined();
  await until(() => expect(asked.length).toBeGreaterThan(1));
  expect(new Set(asked.map(String))).toEqual(new Set(['3,9']));
  const before = requests.ids();

  const answered = summaryOf({ id: 3, answer: '418', answeredBy: 'listener' });
  stored.set(3, answered);
  await until(() => expect(requests.stateOf(3)).toBe(answered));
  expect([...requests.ids()]).toEqual([9]);
  expect(requests.ids()).not.toBe(before);
  // A list that has it as it arrived does not begin anew.
  requests.follow([waiting(3)]);
  expect(requests.stateOf(3)).toBe(answered);
  stored.set(9, summaryOf({ id: 9, answer: '200', answeredBy: 'listener' }));
  await until(() => expect(idsOf(ended)).toEqual([3, 9]));
  const calls = asked.length;
  // From then on they are not asked for: what is asked next is another one.
  stored.set(20, waiting(20));
  requests.follow([waiting(20)]);
  await until(() => expect(asked.length).toBeGreaterThan(calls));
  expect(new Set(asked.slice(calls).map(String))).toEqual(new Set(['20,20']));
  expect(heard).toHaveBeenCalled();
});

test('what nobody answered in time is as it was answered instead, and what is gone waits no longer than senders do', async () => {
  const { asked, read } = serviceOf(new Map([[1, summaryOf({ id: 1, answer: '503' })]]));
  vi.useFakeTimers();
  try {
    const requests = new WaitingRequests(read);
    requests.follow([1, 2].map(waiting));
    await vi.advanceTimersByTimeAsync(2_500);
    expect(requests.stateOf(1)).toMatchObject({ answer: '503' });
    expect(requests.stateOf(2)).toBe('waiting');
    await vi.advanceTimersByTimeAsync(62_000);
    expect(requests.stateOf(2)).toBeUndefined();
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.length).toBe(before);
  } finally {
    vi.useRealTimers();
  }
});

test('a service that is away is asked again', async () => {
  const answered = summaryOf({ id: 1, answer: '200', answeredBy: 'listener' });
  const read = vi
    .fn<() => Promise<StreamedSummary[]>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue([answered]);
  const requests = new WaitingRequests(read, 5);
  requests.follow([waiting(1)]);
  await until(() => expect(requests.stateOf(1)).toBe(answered));
  expect(read).toHaveBeenCalledTimes(2);
});

test('what a list does not tell is asked once, and followed if a sender waits', async () => {
  const stored = new Map([
    [1, summaryOf({ id: 1 })],
    [2, waiting(2)],
  ]);
  const { asked, read } = serviceOf(stored);
  const requests = new WaitingRequests(read, 5);
  requests.ask([1, 2, 3]);
  expect(requests.ids().size).toBe(0);
  await until(() => expect([...requests.ids()]).toEqual([2]));
  stored.set(2, summaryOf({ id: 2, answer: '200', answeredBy: 'listener' }));
  await until(() => expect(requests.stateOf(2)).toMatchObject({ answer: '200' }));
  // One that is gone is not asked about again and again.
  expect(asked[0]).toEqual([1, 3]);
  expect(asked.at(-1)).toEqual([2, 2]);
  const calls = asked.length;
  requests.ask([1, 2]);
  expect(asked.length).toBe(calls);
});

test('of a crowd the newest are followed', () => {
  const requests = new WaitingRequests(() => new Promise(() => {}), 5);
  requests.follow(Array.from({ length: 2_010 }, (_, n) => waiting(n + 1)));
  expect(requests.ids().size).toBe(2_000);
  expect(requests.stateOf(10)).toBeUndefined();
  expect(requests.stateOf(2_010)).toBe('waiting');
});
