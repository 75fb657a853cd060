import { expect, test } from 'vitest';
import { bodyOf, type Clear, type Operation, type Seen, type Send, seenBody } from './history.ts';
import { judge } from './judge.ts';

/** A webhook that was acknowledged: its mark is its id. */
function stored(id: number, began: number, endpoint = 0): Send {
  const times = { began, ended: began + 1 };
  return { kind: 'send', endpoint, mark: id, ...times, outcome: 'stored', id };
}

function unclear(mark: number, began: number): Send {
  return { kind: 'send', endpoint: 0, mark, began, ended: began + 1, outcome: 'unknown' };
}

function seen(...ids: number[]): Seen[] {
  return ids.map((id) => ({ id, mark: id, isExact: true }));
}

function list(began: number, captures: readonly Seen[], through: number | null = null): Operation {
  return { kind: 'read', endpoint: 0, began, ended: began + 1, from: 1, through, captures };
}

/** A stream whose events come a millisecond after one another. */
function stream(
  began: number,
  captures: readonly Seen[],
  { after = 0, isSettled = true } = {},
): Operation {
  const events = captures.map((each, index) => ({ ...each, at: began + index + 1 }));
  const ended = began + events.length + 1;
  return { kind: 'stream', endpoint: 0, began, ended, after, events, isSettled };
}

function clear(began: number, outcome: Clear['outcome'], through?: number): Operation {
  const bound = through === undefined ? {} : { through };
  return { kind: 'clear', endpoint: 0, began, ended: began + 1, outcome, ...bound };
}

function anomalies(...operations: Operation[]): string[] {
  return [...new Set(judge(operations).map(({ anomaly }) => anomaly))];
}

const three = [stored(1, 0), stored(2, 10), stored(3, 20)];

test.each<[string, Operation[], string[]]>([
  ['lost: a list lacks what was acknowledged', [...three, list(30, seen(3, 1))], ['lost']],
  [
    'lost: a list lacks what another one showed before',
    [unclear(1, 0), list(10, seen(1)), list(20, [])],
    ['lost'],
  ],
  [
    'lost: a list shows an id and lacks a lower one that was acknowledged later',
    [{ ...stored(1, 0), ended: 50 }, stored(2, 0), list(10, seen(2))],
    ['lost'],
  ],
  [
    'lost: only what came before it excuses an acknowledged clear',
    [...three, clear(30, 'done'), stored(4, 40), list(50, [])],
    ['lost'],
  ],
  [
    'doubled: one webhook under two ids',
    [...three, list(30, [{ id: 4, mark: 3, isExact: true }, ...seen(3, 2, 1)])],
    ['doubled'],
  ],
  ['doubled: one id for two webhooks', [...three, { ...stored(3, 30), mark: 9 }], ['doubled']],
  [
    'misplaced: at another endpoint',
    [...three, stored(4, 25, 1), list(30, seen(4, 3, 2, 1))],
    ['misplaced'],
  ],
  [
    'changed: other bytes',
    [...three, list(30, [{ id: 3, mark: 3, isExact: false }, ...seen(2, 1)])],
    ['changed'],
  ],
  ['made up: nobody sent it', [...three, list(30, seen(4, 3, 2, 1))], ['made up']],
  ['order: a later webhook with a lower id', [stored(2, 0), stored(1, 10)], ['order']],
  ['order: a list upside down', [...three, list(30, seen(1, 2, 3))], ['order']],
  ['skipped: a stream passes over one', [...three, stream(30, seen(1, 3))], ['skipped']],
  ['skipped: a stream ends without one', [...three, stream(30, seen(1, 2))], ['skipped']],
  ['repeated: a stream shows one twice', [...three, stream(30, seen(1, 2, 2, 3))], ['repeated']],
  [
    'repeated: a stream shows what its reader has',
    [...three, stream(30, seen(2, 3), { after: 2 })],
    ['repeated'],
  ],
  [
    'back after removal: a list shows what was cleared',
    [...three, clear(30, 'done', 2), list(40, seen(3, 2))],
    ['back after removal'],
  ],
  [
    'back after removal: a stream shows what was cleared',
    [...three, clear(30, 'done'), stream(40, seen(1, 2, 3))],
    ['back after removal'],
  ],
  ['surprise', [{ kind: 'surprise', text: 'a list: 500' }], ['surprise']],
])('%s', (_name, operations, found) => {
  expect(anomalies(...operations)).toEqual(found);
});

test.each<[string, Operation[]]>([
  ['a sound life', [...three, list(30, seen(3, 2, 1)), stream(30, seen(1, 2, 3))]],
  ['a page', [...three, list(30, seen(2, 1), 2)]],
  [
    'what had no clear outcome may be there or not',
    [unclear(1, 0), stored(2, 5), list(10, seen(2))],
  ],
  [
    'a clear without an answer may have removed all',
    [...three, clear(30, 'unknown'), list(40, [])],
  ],
  ['or nothing', [...three, clear(30, 'unknown'), list(40, seen(3, 2, 1))]],
  ['what came during a clear', [...three, clear(20, 'done'), list(40, seen(3))]],
  ['a stream that was cut', [...three, stream(30, seen(1), { isSettled: false })]],
  ['a list within a clear', [...three, list(25, seen(3)), clear(24, 'done', 2)]],
])('accuses nobody: %s', (_name, operations) => {
  expect(judge(operations)).toEqual([]);
});

test('a body is known by its mark, and a changed byte is seen', () => {
  const body = bodyOf(12, 300);
  expect(seenBody(1, body)).toEqual({ id: 1, mark: 12, isExact: true });
  expect(seenBody(1, `${body.slice(0, -1)}x`)).toEqual({ id: 1, mark: 12, isExact: false });
  expect(seenBody(1, 'something else')).toEqual({ id: 1, mark: -1, isExact: false });
});
