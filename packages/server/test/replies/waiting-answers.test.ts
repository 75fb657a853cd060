import { afterEach, expect, test } from 'vitest';
import { Shares } from '../../src/fairness/shares.ts';
import {
  mostWaiting,
  mostWaitingBytes,
  mostWaitingOfAccount,
  type WaitingAnswer,
  WaitingAnswers,
} from '../../src/replies/waiting-answers.ts';
import { exchangeOn } from '../exchange.ts';

const mebibyte = 1024 * 1024;
const cut: WaitingAnswer[] = [];
const sent: WaitingAnswer[] = [];
const connections = new Shares(Number.POSITIVE_INFINITY);
const waiting = new WaitingAnswers({
  hold: (party, giveWay) => connections.take(party, 1, giveWay),
  send: (answer) => void sent.push(answer),
  onCutShort: (answer) => void cut.push(answer),
  onHangUp: () => {},
});

afterEach(() => {
  waiting.sendAll();
  expect(connections.held).toBe(0);
  cut.length = 0;
  sent.length = 0;
});

/** Has an answer wait for a minute. */
function add(accountId: number, party: number, heldBytes: number): boolean {
  const answer = {
    kind: 'answer' as const,
    status: 200,
    headers: [],
    body: () => new Uint8Array(),
    hasFields: true,
    heldBytes,
    delayMs: 60_000,
  };
  const { response } = exchangeOn();
  const committedAt = performance.now();
  return waiting.add({ response, answer, accountId, party, captureId: accountId, committedAt });
}

test('beside parties that fill the room of all, those of others wait', () => {
  // 39 guests with 2 MiB each, of one network and of many.
  for (const partyOf of [() => -1, (guest: number) => -guest]) {
    for (let guest = 1; guest <= 39; guest += 1) {
      for (let index = 0; index < 32; index += 1) add(guest, partyOf(guest), mebibyte / 16);
    }
    const cutBefore = cut.length;
    expect(add(100, 100, 1000)).toBe(true);
    expect(add(101, 101, mebibyte)).toBe(true);
    // The answer that gives way is the oldest of those that hold most, and is sent.
    expect(cut.length).toBeGreaterThan(cutBefore);
    expect(cut).toEqual(sent);
    expect(cut.filter(({ party }) => party > 0)).toEqual([]);
    waiting.sendAll();
    cut.length = 0;
    sent.length = 0;
  }
});

test('so many of a node wait, and so many of an account', () => {
  for (let index = 0; index < mostWaiting + 50; index += 1) add(index % 120, -1 - (index % 12), 0);
  expect(waiting.count).toBeLessThanOrEqual(mostWaiting);
  expect(waiting.count).toBeGreaterThan(mostWaiting - 10);
  waiting.sendAll();
  const added = Array.from({ length: mostWaitingOfAccount + 1 }, () => add(1, 1, 0));
  expect(added.filter(Boolean)).toHaveLength(mostWaitingOfAccount);
});

test('the answers of free teams count with those of whoever founded them', () => {
  const founder = 1;
  const added = Array.from({ length: mostWaitingOfAccount + 1 }, (_, team) =>
    add(team + 2, founder, 0),
  );
  expect(added.filter(Boolean)).toHaveLength(mostWaitingOfAccount);
  expect(waiting.keepPlace({ accountId: 500, party: founder })).toBeUndefined();
  // Guests of one network do not.
  expect(waiting.keepPlace({ accountId: 500, party: -1 })).toBeDefined();
});

test('an answer that is larger than the room of all does not wait', () => {
  expect(add(1, 1, mostWaitingBytes + 1)).toBe(false);
});
