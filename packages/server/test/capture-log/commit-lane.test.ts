import { expect, test } from 'vitest';
import type { NewCapture } from '../../src/capture-log/captures.ts';
import { CommitLane, type CommitLaneOptions } from '../../src/capture-log/commit-lane.ts';
import { eventually } from '../eventually.ts';

const mebibyte = 1024 * 1024;

/** A lane whose commits end when the test says so, and the groups that came so far. */
function startLane({ mostBytesInOrder = 0, restAfter }: Partial<CommitLaneOptions> = {}) {
  const groups: string[][] = [];
  let ends: (() => void)[] = [];
  const lane = new CommitLane({
    groupsInFlight: 1,
    worthAnotherGroup: 1,
    mostBytesInOrder,
    ...(restAfter === undefined ? {} : { restAfter }),
    commit: async (captures) => {
      groups.push(captures.map(({ target }) => target));
      await new Promise<void>((resolve) => ends.push(resolve));
      return { through: 0, accountIds: [] };
    },
    onCommitted: () => {},
    onFailed: (_group, error) => expect.fail(String(error)),
  });
  const add = (endpointId: number, target: string, size: number, isPipelined = false): void =>
    lane.add({
      capture: { ...capture(endpointId, target, size), isPipelined },
      resolve: () => {},
      reject: () => {},
    });
  const commitNext = async (count: number): Promise<void> => {
    await eventually(() => ends.length === 1 && groups.length === count);
    const [end] = ends;
    ends = [];
    end?.();
  };
  return { lane, groups, add, commitNext };
}

function capture(endpointId: number, target: string, bodySize: number): NewCapture {
  return {
    endpointId,
    settingsVersion: 0,
    receivedAt: 0,
    method: 'POST',
    target,
    headers: '[]',
    droppedHeaders: 0,
    ipAddress: '192.0.2.1',
    body: [],
    bodySize,
    isPipelined: false,
  };
}

test('parties take turns, each in its own order', async () => {
  const { groups, add, commitNext } = startLane();
  for (const name of ['a1', 'a2', 'a3', 'a4']) add(1, name, 25 * mebibyte);
  await commitNext(1);
  add(2, 'b1', 25 * mebibyte);
  add(3, 'c1', mebibyte);
  add(2, 'b2', 25 * mebibyte);
  for (let count = 2; count <= 7; count += 1) await commitNext(count);
  expect(groups.flat().filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4']);
  expect(groups.flat().filter((name) => name.startsWith('b'))).toEqual(['b1', 'b2']);
  // No later capture waits for more than the group under way and the next one of the first endpoint.
  expect(groups.flat().indexOf('c1')).toBeLessThanOrEqual(2);
  expect(groups.flat().indexOf('b1')).toBeLessThanOrEqual(3);
  expect(groups.flat().indexOf('b2')).toBeLessThan(groups.flat().indexOf('a4'));
});

test('many endpoints of one party have no more turns than one', async () => {
  const { lane, groups, add, commitNext } = startLane();
  add(100, 'first', 25 * mebibyte);
  for (let endpointId = 1; endpointId <= 20; endpointId += 1) {
    const of = { ...capture(endpointId, `many${endpointId}`, 25 * mebibyte), party: -1 };
    lane.add({ capture: of, resolve: () => {}, reject: () => {} });
  }
  add(101, 'one', 25 * mebibyte);
  for (let count = 1; count <= 22; count += 1) await commitNext(count);
  expect(groups.flat().indexOf('one')).toBeLessThanOrEqual(2);
});

test('a pipelined capture behind a long queue of another party costs its own party no turns', async () => {
  const { groups, add, commitNext } = startLane();
  for (let index = 0; index < 6; index += 1) add(1, `a${index}`, 25 * mebibyte);
  add(2, 'pipelined', 1, true);
  add(2, 'b', 1);
  for (let count = 1; count <= 8; count += 1) await commitNext(count);
  expect(groups.flat().at(-1)).toBe('pipelined');
  expect(groups.flat().indexOf('b')).toBeLessThanOrEqual(2);
});

test('small captures wait for so many bytes of others, and stay behind those of their connection', async () => {
  const { groups, add, commitNext } = startLane({ mostBytesInOrder: 2 * mebibyte });
  for (let index = 0; index < 100; index += 1) add(1, `a${index}`, mebibyte / 16);
  add(2, 'b1', 1);
  add(3, 'c1', 1, true);
  add(2, 'b2', 1);
  await commitNext(1);
  await commitNext(2);
  expect(groups[0]).toEqual(Array.from({ length: 32 }, (_, index) => `a${index}`));
  expect(groups[1]?.slice(0, 2)).toEqual(['a32', 'b1']);
  expect(groups[1]).toContain('b2');
  await commitNext(3);
  await commitNext(4);
  expect(groups.flat().at(-1)).toBe('c1');
  expect(groups.flat().filter((name) => name.startsWith('a'))).toEqual(
    Array.from({ length: 100 }, (_, index) => `a${index}`),
  );
});

test('a party that had many turns before waits no longer than another one afterwards', async () => {
  const { groups, add, commitNext } = startLane({ mostBytesInOrder: 2 * mebibyte });
  let count = 0;
  for (let burst = 0; burst < 10; burst += 1) {
    // Four are a group. The others take turns, and behind them comes one for which there is room again.
    for (let index = 0; index < 6; index += 1) add(1, 'before', mebibyte / 2);
    await commitNext(++count);
    add(3, 'small', 1);
    await commitNext(++count);
  }
  for (let index = 0; index < 20; index += 1) add(2, 'b', mebibyte / 2);
  add(1, 'a', mebibyte / 2);
  for (let group = 0; group < 6; group += 1) await commitNext(++count);
  const since = groups.slice(20).flat();
  // A group is in order, then come two rounds.
  expect(since.indexOf('a')).toBeLessThanOrEqual(6);
});

test('a rest is for the endpoint that caused it: short captures of another one go on', async () => {
  const rests = [60, 30];
  const { lane, groups, add, commitNext } = startLane({ restAfter: () => rests.shift() ?? 0 });
  add(1, 'a1', 25 * mebibyte);
  await commitNext(1);
  await eventually(() => lane.isIdle);
  add(1, 'a2', 300 * 1024);
  add(2, 'b1', 25 * mebibyte);
  add(3, 'c1', 300 * 1024);
  await commitNext(2);
  expect(groups[1]).toEqual(['c1']);
  // The end of its own rest does not end the longer one: neither of the others goes on.
  add(3, 'c2', 300 * 1024);
  await commitNext(3);
  expect(groups[2]).toEqual(['c2']);
  expect(lane.isIdle).toBe(false);
  lane.hurry();
  await commitNext(4);
  await commitNext(5);
  expect(groups.slice(3)).toEqual([['b1'], ['a2']]);
  await eventually(() => lane.isIdle);
});

test('a capture that goes beside a rest takes nobody the turn', async () => {
  const rests = [60_000];
  const { lane, groups, add, commitNext } = startLane({ restAfter: () => rests.shift() ?? 0 });
  add(1, 'a', 25 * mebibyte);
  await commitNext(1);
  await eventually(() => lane.isIdle);
  for (let index = 0; index < 10; index += 1) add(1, 'a', 25 * mebibyte);
  // On its connection others may be before it: it stands behind all of them.
  add(2, 'b', mebibyte, true);
  await commitNext(2);
  expect(groups[1]).toEqual(['b']);
  add(3, 'c', 25 * mebibyte);
  lane.hurry();
  for (let count = 3; count <= 5; count += 1) await commitNext(count);
  expect(groups.flat().slice(2, 5)).toContain('c');
  for (let count = 6; count <= 13; count += 1) await commitNext(count);
});
