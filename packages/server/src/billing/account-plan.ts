import type { PlanName } from '@hookwell/core/api';
import { writeNote } from '../audit/public.ts';
import { findAndLockAccount } from '../database/locks.ts';
import type { AccountRow, Database, Transaction } from '../database/tables.ts';
import {
  bestSubscription,
  type KnownSubscription,
  type ShownSubscription,
} from './best-subscription.ts';
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

/** The captures that a better plan kept stay for so long after its end. */
const gracePeriodMs = 7 * 86_400_000;

/** Notes that the account had this plan until now. */
export async function noteFormerPlan(
  transaction: Transaction,
  accountId: number,
  plan: PlanName,
  now: number,
): Promise<void> {
  await transaction
    .insertInto('former_plan')
    .values({ account_id: accountId, plan, ended_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'plan']).doUpdateSet({ ended_at: now }),
    )
    .execute();
}

/** Copies the former plans of an account to the one that it becomes part of, which keeps their captures. */
export async function copyFormerPlans(
  transaction: Transaction,
  fromId: number,
  toId: number,
): Promise<void> {
  const rows = await transaction
    .selectFrom('former_plan')
    .selectAll()
    .where('account_id', '=', fromId)
    .execute();
  for (const { plan, ended_at } of rows) {
    const own = await transaction
      .selectFrom('former_plan')
      .select('ended_at')
      .where('account_id', '=', toId)
      .where('plan', '=', plan)
      .executeTakeFirst();
    await noteFormerPlan(transaction, toId, plan, Math.max(ended_at, own?.ended_at ?? 0));
  }
}

/** The former plans of each of these accounts that ended within the grace period. */
export async function recentPlansOf(
  db: Database,
  accountIds: readonly number[],
  now: number,
): Promise<Map<number, PlanName[]>> {
  const plans = new Map<number, PlanName[]>();
  if (accountIds.length === 0) return plans;
  const rows = await db
    .selectFrom('former_plan')
    .select(['account_id', 'plan'])
    .where('account_id', 'in', [...new Set(accountIds)])
    .where('ended_at', '>', now - gracePeriodMs)
    .execute();
  for (const { account_id, plan } of rows) {
    plans.set(account_id, [...(plans.get(account_id) ?? []), plan]);
  }
  return plans;
}
