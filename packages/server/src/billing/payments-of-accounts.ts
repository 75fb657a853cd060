import { randomUUID } from 'node:crypto';
import type { PlanName } from '@hookwell/core/api';
import type { AccountRow, Database, SubscriptionRow, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { lockAccount } from '../http/caller.ts';
import {
  copyFormerPlans,
  noteFormerPlan,
  updateAccountPlan,
  writeOwnPlan,
} from './account-plan.ts';
import { keepGivenPlan, type PaymentSettings } from './kept-events.ts';
import { applyEvents, lockSubjects, lockSubscription } from './payment-events.ts';
import { planOf } from './plans.ts';

/*
 * The payments of an account that is made, merged, deleted or given a plan. Each function is part of the
 * transaction that does this to the account.
 */

/** Applies payments that were made before the account existed, by its id, or by its email if that counts. */
export async function applyWaitingPayments(
  transaction: Transaction,
  settings: PaymentSettings,
  { id, email_key }: Pick<AccountRow, 'id' | 'email_key'>,
  now: number,
): Promise<void> {
  const byEmail = settings.matchPaymentEmail ? email_key : null;
  await lockSubjects(transaction, { client_reference: id, email_key: byEmail });
  const waiting = await transaction
    .selectFrom('payment_event')
    .select('subscription_id')
    .distinct()
    .orderBy('subscription_id')
    .where((eb) =>
      byEmail === null
        ? eb('client_reference', '=', id)
        : eb.or([eb('client_reference', '=', id), eb('email_key', '=', byEmail)]),
    )
    .execute();
  const locked: SubscriptionRow[] = [];
  for (const { subscription_id } of waiting) {
    if (subscription_id !== null) locked.push(await lockSubscription(transaction, subscription_id));
  }
  await applyEvents(transaction, settings, locked, now);
}

/**
 * Locks the subscriptions of an account, and its name in checkouts: one that is under way may be about to give it another. To be
 * called before the account is locked to be deleted or merged: names and subscriptions come first (see `lockSubscription`).
 */
export async function lockSubscriptionsOf(
  transaction: Transaction,
  accountId: number,
): Promise<void> {
  await lockSubjects(transaction, { client_reference: accountId, email_key: null });
  await transaction
    .selectFrom('subscription')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Moves a guest's payments to the account that it becomes part of, and notes that account: the provider may
 * report a checkout of the guest later. Captures that the guest's plan kept stay for the grace period.
 */
export async function movePayments(
  transaction: Transaction,
  settings: PaymentSettings,
  guest: AccountRow,
  accountId: number,
  now: number,
): Promise<void> {
  await transaction
    .insertInto('merged_guest')
    .values({ guest_id: guest.id, account_id: accountId })
    .execute();
  await copyFormerPlans(transaction, guest.id, accountId);
  if (planOf(guest) !== 'free') await noteFormerPlan(transaction, accountId, planOf(guest), now);
  const moved = await transaction
    .updateTable('subscription')
    .set({ account_id: accountId })
    .where('account_id', '=', guest.id)
    .returning('id')
    .execute();
  if (moved.length > 0) await updateAccountPlan(transaction, settings, accountId, now);
}

/**
 * Forgets the account's payments. The ids of its subscriptions stay, so that later events of them are neither
 * kept nor applied to another account.
 */
export async function forgetPayments(
  transaction: Transaction,
  accountId: number,
  now: number,
): Promise<void> {
  const forgotten = await transaction
    .updateTable('subscription')
    .set({ account_id: null, forgotten_at: now })
    .where('account_id', '=', accountId)
    .returning('id')
    .execute();
  for (const { id } of forgotten) {
    await transaction.deleteFrom('payment_event').where('subscription_id', '=', id).execute();
  }
}

/**
 * Gives the account a plan, with status active, at once: after all its events so far. Events of the same second
 * that come later count after it.
 */
export async function givePlan(
  db: Database,
  settings: PaymentSettings,
  accountId: number,
  plan: PlanName,
  now: number,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const account = await lockAccount(transaction, accountId);
    await givePlanTo(transaction, settings, account, plan, now);
  });
}

/** The same for an account that the transaction has locked. */
async function givePlanTo(
  transaction: Transaction,
  settings: PaymentSettings,
  account: AccountRow,
  plan: PlanName,
  now: number,
): Promise<void> {
  const latest = await latestEventOf(transaction, account.id);
  const second = Math.floor(now / 1000) * 1000;
  const at = latest === undefined || latest < second ? second : latest + 1;
  const id = `operator_${randomUUID()}`;
  await keepGivenPlan(transaction, account.id, { kind: 'given', id, at, plan }, now);
  await writeOwnPlan(transaction, account, plan, now);
  await updateAccountPlan(transaction, { ...settings, by: 'operator' }, account.id, now);
}

/**
 * Gives a locked account a plan unless it has been given that one last: a subscription may have made another one of it
 * since, which stays.
 */
export async function keepPlan(
  transaction: Transaction,
  settings: PaymentSettings,
  account: AccountRow,
  plan: PlanName,
  now: number,
): Promise<void> {
  if ((account.own_plan ?? account.plan) === plan) return;
  await givePlanTo(transaction, settings, account, plan, now);
}

async function latestEventOf(
  transaction: Transaction,
  accountId: number,
): Promise<number | undefined> {
  const latest = await transaction
    .selectFrom('payment_event')
    .leftJoin('subscription', 'subscription.id', 'payment_event.subscription_id')
    .select('payment_event.created_at')
    .where((eb) =>
      eb.or([
        eb('payment_event.account_id', '=', accountId),
        eb('subscription.account_id', '=', accountId),
      ]),
    )
    .orderBy('payment_event.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.created_at;
}
