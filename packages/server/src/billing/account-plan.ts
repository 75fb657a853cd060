import type { PlanName } from '@hookwell/contract';
import type { Selectable, Transaction } from 'kysely';
import { findAndLockAccount } from '../database/locks.ts';
import type { AccountTable, Tables } from '../database/tables.ts';
import { bestSubscription, type ShownSubscription } from './best-subscription.ts';
import { noteFormerPlan } from './former-plans.ts';
import { givenPlansOf, type PaymentSettings, subscriptionsOf } from './kept-events.ts';
import { planOf } from './plans.ts';

type AccountRow = Selectable<AccountTable>;
type AccountPlan = Pick<
  AccountRow,
  | 'plan'
  | 'status'
  | 'own_plan'
  | 'subscription_id'
  | 'price'
  | 'currency'
  | 'date_start'
  | 'date_end'
  | 'date_purchase'
>;

/**
 * Makes the account what its kept events say, with effect at once. An account that has no subscription
 * that counts keeps the plan that it has by itself.
 */
export async function updateAccountPlan(
  transaction: Transaction<Tables>,
  settings: PaymentSettings,
  accountId: number,
  now: number,
): Promise<void> {
  // Locked before the events are read, so that nobody works with fewer of them and writes later.
  const account = await findAndLockAccount(transaction, accountId);
  if (account === undefined) return;
  const rows = await transaction
    .selectFrom('subscription')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  const subscriptions = await subscriptionsOf(
    transaction,
    rows.map(({ id }) => id),
    settings,
  );
  const ownPlan = account.own_plan ?? account.plan;
  const givenPlans = await givenPlansOf(transaction, accountId);
  const best = bestSubscription(subscriptions, givenPlans, ownPlan);
  if (best !== undefined) {
    await write(transaction, account, shown(best, ownPlan), now);
  } else if (account.own_plan !== null) {
    // Its only subscription turned out to be somebody else's.
    await write(transaction, account, without(account.own_plan), now);
  }
}

/** Gives the account a plan of its own. Where a subscription decides, that is for `updateAccountPlan` to say. */
export async function writeOwnPlan(
  transaction: Transaction<Tables>,
  account: AccountRow,
  plan: PlanName,
  now: number,
): Promise<void> {
  if (account.own_plan === null) return await write(transaction, account, without(plan), now);
  await transaction
    .updateTable('account')
    .set({ own_plan: plan })
    .where('id', '=', account.id)
    .execute();
}

async function write(
  transaction: Transaction<Tables>,
  account: AccountRow,
  changes: AccountPlan,
  now: number,
): Promise<void> {
  const former = planOf(account);
  if (planOf(changes) !== former) await noteFormerPlan(transaction, account.id, former, now);
  await transaction.updateTable('account').set(changes).where('id', '=', account.id).execute();
}

function shown(
  { id, plan, status, money, period, purchasedAt }: ShownSubscription,
  ownPlan: PlanName,
): AccountPlan {
  return {
    plan,
    status,
    own_plan: ownPlan,
    subscription_id: id,
    price: money?.price ?? null,
    currency: money?.currency ?? null,
    date_start: period?.start ?? null,
    date_end: period?.end ?? null,
    date_purchase: purchasedAt ?? null,
  };
}

function without(plan: PlanName): AccountPlan {
  return {
    plan,
    status: 'active',
    own_plan: null,
    subscription_id: null,
    price: null,
    currency: null,
    date_start: null,
    date_end: null,
    date_purchase: null,
  };
}
