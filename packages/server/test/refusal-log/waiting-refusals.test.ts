import { expect, test } from 'vitest';
import { mostWaitingRows, WaitingRefusals } from '../../src/refusal-log/waiting-refusals.ts';

const details = { detail: undefined, path: '/', ipAddress: '192.0.2.1', bytes: undefined };

function add(waiting: WaitingRefusals, party: number, kind: number | string, at = 0): void {
  const alike = { reason: 'aborted', status: undefined, method: 'POST' } as const;
  waiting.add(party, { ...alike, token: `token${party}`, at, network: `${kind}` }, () => details);
}

test('the heaviest party gives way, its oldest first, and newcomers find room', () => {
  const waiting = new WaitingRefusals();
  for (let kind = 0; kind < 2 * mostWaitingRows; kind += 1) add(waiting, 1, kind);
  expect(waiting.size).toBe(mostWaitingRows);
  for (let party = 2; party < 102; party += 1) add(waiting, party, 'its only one');
  expect(waiting.size).toBe(mostWaitingRows);
  const all = waiting.take(Number.MAX_SAFE_INTEGER);
  expect(new Set(all.map(({ party }) => party)).size).toBe(101);
  const ofFlood = all.filter(({ party }) => party === 1).map(({ network }) => Number(network));
  expect(ofFlood).toHaveLength(mostWaitingRows - 100);
  expect(Math.min(...ofFlood)).toBe(mostWaitingRows + 100);
  expect(waiting.isEmpty).toBe(true);
  // They hold their room until they are written.
  expect(waiting.size).toBe(mostWaitingRows);
  waiting.written(all);
  expect(waiting.size).toBe(0);
});

test('a flood keeps the refusals of others back by no more than one write', () => {
  const waiting = new WaitingRefusals();
  for (let kind = 0; kind < 1000; kind += 1) add(waiting, 1, kind);
  for (let party = 2; party <= 40; party += 1) add(waiting, party, 'its only one');
  const taken = waiting.take(100);
  expect(taken).toHaveLength(100);
  expect(new Set(taken.map(({ party }) => party)).size).toBe(40);
  // Of more parties than a write has rows, each has its turn.
  for (let party = 1; party <= 300; party += 1) for (const kind of 'abc') add(waiting, party, kind);
  const turns = [...waiting.take(150), ...waiting.take(150)].map(({ party }) => party);
  expect(new Set(turns).size).toBe(300);
});

test('those that could not be written go on counting, and do not hold up those that came meanwhile', () => {
  const waiting = new WaitingRefusals();
  add(waiting, 1, 'same', 0);
  for (let second = 1; second <= 100; second += 1) {
    const taken = waiting.take(10);
    add(waiting, 1, 'same', second * 1000);
    waiting.giveBack(taken);
  }
  const rows = waiting.take(10);
  expect(rows.map(({ at, count }) => [at, count])).toEqual([
    [0, 60],
    [60_000, 41],
  ]);
  waiting.written(rows);
  expect(waiting.size).toBe(0);
  // One that had to give way while it was being written is gone for good.
  for (let kind = 0; kind < mostWaitingRows; kind += 1) add(waiting, 1, kind);
  const oldest = waiting.take(1);
  add(waiting, 1, 'newest');
  waiting.giveBack(oldest);
  const left = waiting.take(mostWaitingRows);
  expect(left.map(({ network }) => network)).not.toContain('0');
  expect(left).toHaveLength(mostWaitingRows);
});
