import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDeliveries } from '../../src/capture-log/deliveries-page.ts';
import { appendGroup, packGroup } from '../../src/capture-log/sqlite/append-group.ts';
import { clear } from '../../src/capture-log/sqlite/clear.ts';
import { attempts, deliveryHeads } from '../../src/capture-log/sqlite/deliveries.ts';
import { purge } from '../../src/capture-log/sqlite/purge.ts';
import { RecentDeliveries } from '../../src/capture-log/sqlite/recent-deliveries.ts';
import { removeOldest, removeOne } from '../../src/capture-log/sqlite/removal.ts';
import { Connection } from '../../src/database/sqlite/connection.ts';
import { migrate } from '../../src/database/sqlite/migrate.ts';
import { answeredCapture } from '../store/answered-captures.ts';
import { action, Endpoint, expectShown, type ModelledLog, take } from './delivery-model.ts';

let connection: Connection;

beforeEach(() => {
  const database = new DatabaseSync(':memory:');
  migrate(database);
  connection = new Connection(database);
});

afterEach(() => connection.close());

/** A thread that takes the place of one that died: nothing but the database tells it what was counted. */
function crash(most: number): void {
  new RecentDeliveries(connection, most);
}

let endpoints = 0;

function addEndpoint(): { accountId: number; endpointId: number } {
  connection.run(`insert into account (plan, status, created_at) values ('free', 'active', 1)`);
  const [accountId] = connection.row('select max(id) from account') ?? [];
  endpoints += 1;
  connection.run(
    'insert into endpoint (account_id, token, created_at, settings_version) values (?, ?, 1, 1)',
    Number(accountId),
    `token${endpoints}`,
  );
  const [endpointId] = connection.row('select max(id) from endpoint') ?? [];
  return { accountId: Number(accountId), endpointId: Number(endpointId) };
}

/** The attempt that the capture is, or undefined if it is not stored. */
function append(endpointId: number, delivery: string): number | undefined {
  return appendGroup(connection, packGroup([answeredCapture(endpointId, delivery)])).attempts?.[0];
}

const log: ModelledLog = {
  captures: {
    append: async (capture) => {
      const { accountIds, through, attempts } = appendGroup(connection, packGroup([capture]));
      const [attempt = 0] = attempts ?? [];
      return accountIds[0] === 0 ? undefined : { id: through, attempt };
    },
    clear: async (scope, through) => clear(connection, scope, through),
    removeOne: async (accountId, id) => removeOne(connection, accountId, id),
    removeOldest: async (scope, expiry) => removeOldest(connection, scope, expiry),
    purge: async () => {
      let removed = 0;
      for (let step = purge(connection); !step.done; step = purge(connection))
        removed += step.removed;
      return removed;
    },
    readDeliveries: (endpointId, query) =>
      readDeliveries(
        {
          heads: async (before, limit) => deliveryHeads(connection, endpointId, before, limit),
          attempts: async (firstIds) => attempts(connection, endpointId, firstIds),
        },
        query,
      ),
  },
  setSettingsVersion: async (id, version) => {
    connection.run('update endpoint set settings_version = ? where id = ?', version, id);
  },
};

/** After each step. */
const disaster = fc.constantFrom('none', 'none', 'none', 'crash', 'failure');

test('attempts are right over crashes and failed transactions, however few deliveries are in memory', async () => {
  const steps = fc.array(fc.tuple(action, disaster), { minLength: 5, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), async (steps, most) => {
      crash(most);
      const { accountId, endpointId } = addEndpoint();
      const endpoint = new Endpoint(endpointId);
      for (const [step, disaster] of steps) {
        await take(log, accountId, endpoint, step);
        if (disaster === 'crash') crash(most);
        if (disaster === 'failure') failToCount(endpointId);
        await expectShown(log, endpoint);
      }
      await log.captures.purge();
      connection.write(() => RecentDeliveries.of(connection).writeAll());
      expect(connection.rows('select delivery, last_id from delivery order by 1')).toEqual(
        connection.rows('select delivery, max(capture_id) from capture_answer group by 1'),
      );
      await log.captures.clear({ accountId });
      await log.captures.purge();
      expect(connection.rows('select * from delivery')).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

function failToCount(endpointId: number): void {
  const failing = () =>
    connection.write(() => {
      const deliveries = RecentDeliveries.of(connection);
      for (const name of ['a', 'b', 'c', 'd']) deliveries.count(endpointId, name, 1e9, 0);
      deliveries.writeAll();
      throw new Error('The disk is full');
    });
  expect(failing).toThrow('The disk is full');
}

test('the attempts of a delivery whose newest capture is removed are in the table, which knows their number', () => {
  const { accountId, endpointId } = addEndpoint();
  for (const name of ['b', 'a', 'a']) append(endpointId, name);
  expect(removeOne(connection, accountId, 3)).toBe(true);
  const rows = connection.rows('select delivery, attempts, first_id, last_id from delivery');
  expect(rows).toEqual([['a', 2, 2, 2]]);
  crash(50);
  expect(append(endpointId, 'a')).toBe(3);
});
