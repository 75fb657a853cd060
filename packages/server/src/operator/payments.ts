import type { PlanName, PrincipalStatus } from '@hookwell/core/api';
import { ApiError } from '../api-error.ts';
import { planOf, replayKeptEvent } from '../billing/public.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import type { OperatorParts } from './accounts.ts';

/** A kept event as operators see it. */
export interface KeptEvent {
  id: string;
  type: string;
  /** Both in ISO 8601. */
  createdAt: string;
  receivedAt: string;
  /** Absent for an event of the operator. */
  subscriptionId?: string;
  /** Absent while the account is not known. */
  accountId?: number;
  /** Absent for a guest. */
  email?: string;
}

/** The account after an event was applied anew; undefined while it is not known. */
export type ReplayedAccount =
  | { accountId: number; plan: PlanName; status: PrincipalStatus }
  | undefined;

function keptEvents(db: Database) {
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

/** The kept events in the order in which they came, of all accounts or of one. */
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
 * Applies a kept event anew with the current settings (prices, emails): its account gets the plan that all events
 * of its subscription make. A repetition changes nothing.
 * @throws {ApiError} `notFound`, `invalidInput` if the settings do not name the plan of a price
 */
export async function replayEvent(
  { db, clock, config }: OperatorParts,
  id: string,
): Promise<ReplayedAccount> {
  return await inTransaction(db, async (transaction) => {
    if (!(await replayKeptEvent(transaction, config, id, clock()))) {
      throw new ApiError('notFound', { sentence: `No event ${id} is kept` });
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
