import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Overloaded } from '../../src/fairness/overloaded.ts';
import {
  endedWaitMs,
  mostWaitMs,
  stoppingWaitMs,
  WaitingRequests,
} from '../../src/receive/waiting-requests.ts';
import { exchangeOn } from '../exchange.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const mebibyte = 1024 * 1024;
const request = () => exchangeOn().request;
/** More than the body alone counts. */
const bodySize = mebibyte - 64 * 1024;

test('whoever holds most gives way, the oldest first', async () => {
  const waiting = new WaitingRequests(4 * mebibyte);
  const ofOne = Array.from({ length: 4 }, () => waiting.enter(1, request(), bodySize));
  const work = Promise.withResolvers<string>();
  const failing = expect(ofOne[0]?.for(work.promise)).rejects.toThrow(Overloaded);
  const other = waiting.enter(2, request(), bodySize);
  await failing;
  expect(ofOne.map(({ signal }) => signal.aborted)).toEqual([true, false, false, false]);
  const going = other.for(work.promise);
  work.resolve('done');
  expect(await going).toBe('done');
  for (const each of [...ofOne, other]) each.leave();
  expect(waiting.held).toBe(0);
  expect(waiting.enter(1, request(), 5 * mebibyte).signal.aborted).toBe(true);
});

test('the head counts as well, and more than its length', () => {
  const waiting = new WaitingRequests(mebibyte);
  const head = `GET / HTTP/1.1\r\nHost: a\r\na: ${'b'.repeat(1000)}\r\n\r\n`;
  waiting.enter(1, exchangeOn(undefined, head).request, 0);
  expect(waiting.held).toBeGreaterThan(6000);
});

test('none waits for longer than its sender', async () => {
  const waiting = new WaitingRequests(mebibyte);
  const [gone, there] = [request(), request()];
  const ofGone = waiting.enter(1, gone, 0);
  const ofOther = waiting.enter(1, there, 0);
  gone.socket.destroy();
  await once(gone.socket, 'close');
  expect([ofGone.signal.aborted, ofOther.signal.aborted]).toEqual([true, false]);
  expect(waiting.enter(1, gone, 0).signal.aborted).toBe(true);
  there.socket.emit('end');
  vi.advanceTimersByTime(endedWaitMs - 1);
  expect(ofOther.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(ofOther.signal.aborted).toBe(true);
  expect(waiting.held).toBe(0);
});

test('none waits for long, and once the server stops, for less', () => {
  const waiting = new WaitingRequests(mebibyte);
  const first = waiting.enter(1, request(), 0);
  vi.advanceTimersByTime(mostWaitMs);
  expect(first.signal.aborted).toBe(true);
  const second = waiting.enter(1, request(), 0);
  waiting.stop();
  const third = waiting.enter(1, request(), 0);
  vi.advanceTimersByTime(stoppingWaitMs);
  expect([second.signal.aborted, third.signal.aborted]).toEqual([true, true]);
  expect(waiting.enter(1, request(), 0).signal.aborted).toBe(true);
});
