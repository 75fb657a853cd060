import { expect, test, vi } from 'vitest';
import { AccountChanges, mostInMessage } from '../../src/database/account-changes.ts';
import { ChangeHints, mostInRound } from '../../src/live/change-hints.ts';
import type { LiveStream } from '../../src/live/live-stream.ts';

/** Streams of which the hints read no more than this. */
function streamsOf(count: number): LiveStream[] {
  return Array.from({ length: count }, () => ({ options: { hearsChanges: true } }) as LiveStream);
}

const atOnce = { turn: async () => {} };

test('so many streams are told in a round, the others in the next ones', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const told: LiveStream[] = [];
  const streams = streamsOf(mostInRound + 10);
  const stalled = streams[0];
  const hints = new ChangeHints(
    (stream) => stream !== stalled && told.push(stream) > 0,
    () => streams,
    atOnce,
  );
  hints.addAll();
  hints.addAll();
  await vi.advanceTimersByTimeAsync(500);
  expect(told).toEqual(streams.slice(1, mostInRound));
  await vi.advanceTimersByTimeAsync(1000);
  // One that could not take it comes after those that wait, and again.
  expect(told).toEqual(streams.slice(1));
  await vi.advanceTimersByTimeAsync(5000);
  expect(told).toHaveLength(streams.length - 1);
  vi.useRealTimers();
});

test('very many accounts in one message are any', async () => {
  const sent: unknown[] = [];
  const changes = new AccountChanges(async (changed) => void sent.push(changed));
  for (let id = 1; id <= mostInMessage; id++) changes.tell(id);
  await changes.flush();
  for (let id = 1; id <= mostInMessage + 1; id++) changes.tell(id);
  await changes.flush();
  await changes.flush();
  expect(sent).toEqual([new Set(Array.from({ length: mostInMessage }, (_, id) => id + 1)), 'any']);
});
