import type { PaymentEvent } from '@hookwell/contract';
import type { Kysely, KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { register } from '../../src/accounts/registration.ts';
import { receiveEvent } from '../../src/billing/payment-events.ts';
import { parseConfig } from '../../src/config.ts';
import type { Tables } from '../../src/database/tables.ts';
import { replayEvent } from '../../src/operator/payments.ts';
import { startAccount, startServer } from '../start-server.ts';
import {
  checkout,
  daySeconds,
  deliverAll,
  environment,
  invoice,
  january,
} from './payment-provider.ts';

const config = parseConfig(environment);

/** The same database, which counts the kept events that are read in full. */
function counting(db: Kysely<Tables>): { db: Kysely<Tables>; reads: () => number } {
  let reads = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads += result.rows.filter((row) => 'payload' in row).length;
      return result;
    },
  };
  return { db: db.withPlugin(counter), reads: () => reads };
}

/** Two subscriptions of an account, with five events. */
function twoSubscriptions(account: number): PaymentEvent[] {
  const mine = { client_reference_id: String(account) };
  return [
    checkout('sub_1', january, mine),
    invoice('sub_1', january),
    checkout('sub_2', january + daySeconds, mine),
    invoice('sub_2', january + daySeconds),
    invoice('sub_2', january + 31 * daySeconds),
  ];
}

test('a new event reads each event of its account once', async () => {
  await using server = await startServer({ environment });
  const { id } = await startAccount(server);
  const [last, ...others] = twoSubscriptions(id).toReversed();
  await deliverAll(server, others);
  const { db, reads } = counting(server.store.db);
  if (last === undefined) throw new Error('There is no last event');
  const received = { event: last, text: JSON.stringify(last), signedAt: january };
  expect(await receiveEvent(db, config, received, Date.now())).toBe('kept');
  expect(reads()).toBe(5);
});

test('an event that is applied anew reads each event of its account once', async () => {
  await using server = await startServer({ environment });
  const { id } = await startAccount(server);
  const events = twoSubscriptions(id);
  await deliverAll(server, events);
  const { db, reads } = counting(server.store.db);
  const replayed = await replayEvent({ db, clock: Date.now, config }, events[1]?.id ?? '');
  expect(replayed).toMatchObject({ accountId: id, plan: 'plus' });
  expect(reads()).toBe(5);
});

test('a new account reads each event that waited for it once', async () => {
  await using server = await startServer({ environment });
  const { id } = await startAccount(server);
  await deliverAll(server, twoSubscriptions(id + 1));
  const { db, reads } = counting(server.store.db);
  const registration = { email: 'waited@example.com', passwordHash: null, plan: 'free' } as const;
  const { account } = await register(db, config, registration, undefined, Date.now());
  expect(account).toMatchObject({ id: id + 1, plan: 'plus', subscription_id: 'sub_2' });
  expect(reads()).toBe(5);
});
