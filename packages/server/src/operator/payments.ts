import type { PlanName, PrincipalStatus } from '@hookwell/contract';
import type { Kysely } from 'kysely';
import { updateAccountPlan } from '../billing/account-plan.ts';
import { type PaymentSettings, readKeptEvent, subjectsOf } from '../billing/kept-events.ts';
import { applyEvents, lockSubscription } from '../billing/payment-events.ts';
import { planOf } from '../billing/plans.ts';
import type { Clock } from '../clock.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { ApiError } from '../http/api-error.ts';

interface OperatorParts {
  db: Kysely<Tables>;
  clock: Clock;
  config: PaymentSettings;
}

/** A kept event as operators see it. */
export interface KeptEvent {
  id: string;
  type: string;
  /** ISO 8601, like the next. */
  createdAt: string;
  receivedAt: string;
  /** Absent for an event of the operator's. */
  subscriptionId?: string;
  /** Absent while the account is not known. */
  accountId?: number;
  /** Absent for a guest. */
  email?: string;
}

/** What an account is after an event was applied anew; undefined while the account is not known. */
export type Replayed = { accountId: number; plan: PlanName; status: PrincipalStatus } | undefined;

function keptEvents(db: Kysely<Tables>) {
  return db
    .selectFrom('payment_event')
    .leftJoin('subscription', 'subscription.id', 'payment_event.subscription_id')
    .leftJoin('account', (join) =>
      join.on((eb) =>
        eb(
          'account.id',
          '=',
          eb.fn.coalesce('payment_event.account_id', 'subscription.account_id'),
        ),
      ),
    );
}

/** The kept events in the order in which they came, all of them or one account's. */
export async function listEvents(
  { db }: Pick<OperatorParts, 'db'>,
  accountId?: number,
): Promise<KeptEvent[]> {
  let query = keptEvents(db)
    .select([
      'payment_event.id',
      'payment_event.type',
      'payment_event.created_at',
      'payment_event.received_at',
      'payment_event.subscription_id',
      'account.id as account_id',
      'account.email',
    ])
    .orderBy('payment_event.received_at')
    .orderBy('payment_event.id');
  if (accountId !== undefined) query = query.where('account.id', '=', accountId);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    createdAt: new Date(row.created_at).toISOString(),
    receivedAt: new Date(row.received_at).toISOString(),
    ...(row.subscription_id === null ? {} : { subscriptionId: row.subscription_id }),
    ...(row.account_id === null ? {} : { accountId: row.account_id }),
    ...(row.email === null ? {} : { email: row.email }),
  }));
}

/**
 * Reads a kept event anew with the settings of now (prices, emails), and makes its account what all the
 * events of its subscription say. Doing so twice changes nothing. Throws `notFound`.
 */
export async function replayEvent(
  { db, clock, config }: OperatorParts,
  id: string,
): Promise<Replayed> {
  return await inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('payment_event')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) {
      throw new ApiError('notFound', { sentence: `No event ${id} is kept` });
    }
    const now = clock();
    if (row.account_id !== null) await updateAccountPlan(transaction, config, row.account_id, now);
    if (row.subscription_id !== null) {
      const news = readKeptEvent(row, config);
      if (news !== undefined) {
        await transaction
          .updateTable('payment_event')
          .set(subjectsOf(news.event))
          .where('id', '=', id)
          .execute();
      }
      const subscription = await lockSubscription(transaction, row.subscription_id);
      await applyEvents(transaction, config, subscription, now);
    }
    const account = await keptEvents(transaction)
      .select(['account.id', 'account.plan', 'account.status'])
      .where('payment_event.id', '=', id)
      .executeTakeFirst();
    if (!account?.id || !account.plan || !account.status) return undefined;
    const { plan, status } = account;
    return { accountId: account.id, plan: planOf({ plan, status }), status };
  });
}
