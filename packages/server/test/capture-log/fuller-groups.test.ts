import { expect, test } from 'vitest';
import type { NewCapture } from '../../src/capture-log/captures.ts';
import { CommitLane } from '../../src/capture-log/commit-lane.ts';
import { FullerGroups } from '../../src/capture-log/fuller-groups.ts';
import { eventually } from '../eventually.ts';

/** A lane whose commits end when the test says so, and the sizes of the groups that came so far. */
function startLane() {
  const sizes: number[] = [];
  const ends: ((isAmongOthers: boolean) => void)[] = [];
  const lane = new CommitLane({
    groupsInFlight: 2,
    worthAnotherGroup: 16,
    mostBytesInOrder: 0,
    commit: async (captures) => {
      sizes.push(captures.length);
      const isAmongOthers = await new Promise<boolean>((resolve) => ends.push(resolve));
      return { through: 0, accountIds: [], isAmongOthers };
    },
    onCommitted: () => {},
    onFailed: (_group, error) => expect.fail(String(error)),
  });
  const add = (count: number): void => {
    for (let added = 0; added < count; added += 1) {
      lane.add({ capture, resolve: () => {}, reject: () => {} });
    }
  };
  const commitNext = async (isAmongOthers: boolean): Promise<void> => {
    await eventually(() => ends.length > 0);
    ends.shift()?.(isAmongOthers);
  };
  return { lane, sizes, add, commitNext };
}

const capture: NewCapture = {
  endpointId: 1,
  settingsVersion: 0,
  receivedAt: 0,
  method: 'POST',
  target: '/',
  headers: '[]',
  droppedHeaders: 0,
  ipAddress: '192.0.2.1',
  body: [],
  bodySize: 0,
  isPipelined: false,
};

const turn = () => new Promise(setImmediate);

test('a node alone has a second group on its way', async () => {
  const { lane, sizes, add, commitNext } = startLane();
  add(32);
  await turn();
  add(32);
  await eventually(() => sizes.length === 2);
  await commitNext(false);
  await commitNext(false);
  await eventually(() => lane.isIdle);
});

test('a node among others has one group on its way', async () => {
  const { lane, sizes, add, commitNext } = startLane();
  add(32);
  await commitNext(true);
  await eventually(() => lane.isIdle);
  add(32);
  await eventually(() => sizes.length === 2);
  add(32);
  await turn();
  await turn();
  expect(sizes).toHaveLength(2);
  await commitNext(true);
  await commitNext(true);
  await eventually(() => lane.isIdle);
  expect(sizes).toEqual([32, 32, 32]);
});

test('captures wait until most of a group is there, or for a few milliseconds', async () => {
  let flushes = 0;
  const groups = new FullerGroups(() => {
    flushes += 1;
  });
  expect(groups.isAwaited(1)).toBe(false);
  groups.last(32, 0.001);
  expect(groups.isAwaited(1)).toBe(true);
  expect(groups.isAwaited(28)).toBe(true);
  expect(groups.isAwaited(29)).toBe(false);
  expect(groups.isAwaited(1)).toBe(true);
  await eventually(() => flushes === 1);
  expect(groups.isAwaited(1)).toBe(false);
});

test('after a small group nobody waits', () => {
  const groups = new FullerGroups(() => expect.fail('nobody waited'));
  groups.last(15, 0.001);
  expect(groups.isAwaited(1)).toBe(false);
});
