import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppendedCapture } from '../../src/capture-log/captures.ts';
import type { Store } from '../../src/store/store.ts';
import {
  addAccountWithSettings,
  answeredCapture,
  setSettingsVersion,
} from '../store/answered-captures.ts';
import { expectExactDeliveries } from '../store/delivery-rows.ts';
import { type PostgresTestDatabase, postgresDatabase } from '../store/postgres-database.ts';
import { expectExactCounters } from '../store/store-fixture.ts';

let database: PostgresTestDatabase;
let nodes: readonly [Store, Store];
beforeAll(async () => {
  database = await postgresDatabase();
  nodes = [await database.open(), await database.open()];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.remove();
});

const attemptsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('attempts that reach two nodes at once have the numbers 1 to n, each once, in the order of their ids', async () => {
  const { accountId, endpointId } = await addAccountWithSettings(nodes[0]);
  const names = ['a', 'b', 'c'];
  const appended = new Map<string, AppendedCapture[]>(names.map((name) => [name, []]));
  const large = { body: [new Uint8Array(300_000)], bodySize: 300_000 };
  const send = async (node: Store, sender: number): Promise<void> => {
    for (let count = 0; count < 40; count++) {
      const name = names[(sender + count) % names.length] ?? '';
      const fields = sender === 0 && count % 4 === 0 ? large : {};
      const one = await node.captures.append(answeredCapture(endpointId, name, fields));
      if (one !== undefined) appended.get(name)?.push(one);
    }
  };
  await Promise.all(
    nodes.flatMap((node) => Array.from({ length: 12 }, (_, sender) => send(node, sender))),
  );
  for (const of of appended.values()) {
    const inOrder = of.toSorted((a, b) => a.id - b.id);
    expect(inOrder.map(({ attempt }) => attempt)).toEqual(attemptsUpTo(320));
  }
  await expectExactDeliveries(nodes[1]);
  await expectExactCounters(nodes[1], accountId);
});

test('after a change of the settings no node stores a capture that the old ones decided', async () => {
  const { accountId, endpointId } = await addAccountWithSettings(nodes[0]);
  let isChanged = false;
  const stored: AppendedCapture[] = [];
  const late: (AppendedCapture | undefined)[] = [];
  const send = async (node: Store): Promise<void> => {
    for (let after = 0; after < 3; ) {
      const beganAfter = isChanged;
      const one = await node.captures.append(answeredCapture(endpointId, 'a'));
      if (beganAfter) late.push(one);
      else if (one !== undefined) stored.push(one);
      if (beganAfter) after += 1;
    }
  };
  const sending = nodes.flatMap((node) => Array.from({ length: 10 }, () => send(node)));
  await nodes[0].captures.append(answeredCapture(endpointId, 'b'));
  await setSettingsVersion(nodes[0], endpointId, 2);
  isChanged = true;
  await Promise.all(sending);
  expect(late).toHaveLength(60);
  expect(late.every((one) => one === undefined)).toBe(true);
  const numbers = stored.map(({ attempt = 0 }) => attempt).sort((a, b) => a - b);
  expect(numbers).toEqual(attemptsUpTo(stored.length));
  const next = await nodes[1].captures.append(
    answeredCapture(endpointId, 'a', { settingsVersion: 2 }),
  );
  expect(next?.attempt).toBe(stored.length + 1);
  await expectExactCounters(nodes[1], accountId);
});
