import type { PlanName } from '@hookwell/contract';
import { writeNote } from '../audit/public.ts';
import { findAndLockAccount } from '../database/locks.ts';
import type { AccountRow, Transaction } from '../database/tables.ts';
import {
  bestSubscription,
  type KnownSubscription,
  type ShownSubscription,
} from './best-subscription.ts';
import { noteFormerPlan } from './former-plans.ts';
import { givenPlansOf, type PaymentSettings, subscriptionsOf } from './kept-events.ts';
import { planOf } from './plans.ts';

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
 * Writes the plan that the kept events make into the account's row, with effect at once. An account without a
 * subscription that counts keeps its own plan. The caller hands over the subscriptions that it has locked
 * and knows already; the others of the account are read.
 */
export async function updateAccountPlan(
  transaction: Transaction,
  settings: PaymentSettings,
  accountId: number,
  now: number,
  known: readonly KnownSubscription[] = [],
): Promise<void> {
  // The lock comes before the events are read: another transaction with fewer events must not write later.
  const account = await findAndLockAccount(transaction, accountId);
  if (account === undefined) return;
  const subscriptions = await subscriptionsOfAccount(transaction, settings, accountId, known);
  const ownPlan = account.own_plan ?? account.plan;
  const givenPlans = await givenPlansOf(transaction, accountId);
  const best = bestSubscription(subscriptions, givenPlans, ownPlan);
  const { by = 'payment provider' } = settings;
  if (best !== undefined) {
    await write(transaction, account, shown(best, ownPlan), by, now);
  } else if (account.own_plan !== null) {
    // Its only subscription turned out to be another account's.
    await write(transaction, account, without(account.own_plan), by, now);
  }
}

async function subscriptionsOfAccount(
  transaction: Transaction,
  settings: PaymentSettings,
  accountId: number,
  known: readonly KnownSubscription[],
): Promise<KnownSubscription[]> {
  const rows = await transaction
    .selectFrom('subscription')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  const ids = rows.map(({ id }) => id);
  const own = known.filter(({ id }) => ids.includes(id));
  const others = ids.filter((id) => own.every((one) => one.id !== id));
  return [...own, ...(await subscriptionsOf(transaction, others, settings))];
}

/** Sets the account's own plan, which an operator gives. `updateAccountPlan` must follow if the account has subscriptions. */
export async function writeOwnPlan(
  transaction: Transaction,
  account: AccountRow,
  plan: PlanName,
  now: number,
): Promise<void> {
  if (account.own_plan === null)
    return await write(transaction, account, without(plan), 'operator', now);
  await transaction
    .updateTable('account')
    .set({ own_plan: plan })
    .where('id', '=', account.id)
    .execute();
}

async function write(
  transaction: Transaction,
  account: AccountRow,
  changes: AccountPlan,
  by: string,
  now: number,
): Promise<void> {
  const { id } = account;
  const former = planOf(account);
  const plan = planOf(changes);
  if (plan !== former) {
    await noteFormerPlan(transaction, id, former, now);
    const noted = { action: 'plan.change', by, subject: plan } as const;
    await writeNote(transaction, { account: { id }, ...noted, at: now });
  }
  await transaction.updateTable('account').set(changes).where('id', '=', id).execute();
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
