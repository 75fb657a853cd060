import type { PaymentEvent } from '@hookwell/contract';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { SubscriptionTable, Tables } from '../database/tables.ts';
import { inTransaction, lockName } from '../database/transaction.ts';
import { updateAccountPlan } from './account-plan.ts';
import { keepEvent, type PaymentSettings, subjectsOf, subscriptionsOf } from './kept-events.ts';
import { readProviderEvent } from './provider-event.ts';
import { stateAfter } from './subscription.ts';

/** An event whose signature and form are right. */
export interface ReceivedEvent {
  event: PaymentEvent;
  /** The event as it was sent. */
  text: string;
  /** The time of its signature, in seconds. */
  signedAt: number;
}

/** What became of an event; for the log. */
export type Outcome = 'kept' | 'known already' | 'of no subscription' | 'of a deleted account';

/**
 * Processes an event of the provider's: once, whatever arrives at the same moment. That it is kept and
 * what it changes are one transaction. Throws `invalidInput`.
 */
export async function receiveEvent(
  db: Kysely<Tables>,
  settings: PaymentSettings,
  { event, text, signedAt }: ReceivedEvent,
  now: number,
): Promise<Outcome> {
  const at = (event.created ?? signedAt) * 1000;
  const news = readProviderEvent(event, at, settings.pricePlans);
  if (news === undefined) return 'of no subscription';
  const { subscriptionId } = news;

  return await inTransaction(db, async (transaction) => {
    await lockSubjects(transaction, subjectsOf(news.event));
    const subscription = await lockSubscription(transaction, subscriptionId);
    if (subscription.forgotten_at !== null) return 'of a deleted account';
    const row = {
      id: event.id,
      type: event.type,
      created_at: at,
      received_at: now,
      subscription_id: subscriptionId,
      payload: text,
    };
    if (!(await keepEvent(transaction, row, news))) return 'known already';
    await applyEvents(transaction, settings, subscription, now);
    return 'kept';
  });
}

/**
 * The subscription, noted where it is new; until the transaction ends no other event of it is processed.
 *
 * Whoever locks several things locks what a checkout names first, then subscriptions, then accounts. In any
 * other order an event and, say, the deletion of its account would wait for each other until the database
 * ends one of them: the provider sends several events at once, so again and again.
 */
export async function lockSubscription(
  transaction: Transaction<Tables>,
  id: string,
): Promise<Selectable<SubscriptionTable>> {
  return await transaction
    .insertInto('subscription')
    .values({ id, account_id: null, forgotten_at: null })
    // Changes nothing, but takes the row's lock and gives the row.
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Makes an account that is being made and a checkout that names it, at the same moment, take turns: whoever
 * comes second finds the other.
 */
export async function lockSubjects(
  transaction: Transaction<Tables>,
  { client_reference, email_key }: ReturnType<typeof subjectsOf>,
): Promise<void> {
  if (client_reference !== null) await lockName(transaction, `account ${client_reference}`);
  if (email_key !== null) await lockName(transaction, `email ${email_key}`);
}

/** Finds out whose the subscription is, and makes that account what its events say. The caller has locked it. */
export async function applyEvents(
  transaction: Transaction<Tables>,
  settings: PaymentSettings,
  subscription: Selectable<SubscriptionTable>,
  now: number,
): Promise<void> {
  const accountId = await findAccount(transaction, settings, subscription);
  const formerId = subscription.account_id;
  if (accountId === undefined) return;
  if (accountId !== formerId) {
    await transaction
      .updateTable('subscription')
      .set({ account_id: accountId })
      .where('id', '=', subscription.id)
      .execute();
    if (formerId !== null) await updateAccountPlan(transaction, settings, formerId, now);
  }
  await updateAccountPlan(transaction, settings, accountId, now);
}

/**
 * The account that a checkout names by its id; else the one that has the subscription already, whatever
 * found it then; else, where the operator wants that, the registered one with the email of a checkout.
 */
async function findAccount(
  transaction: Transaction<Tables>,
  settings: PaymentSettings,
  { id, account_id }: Selectable<SubscriptionTable>,
): Promise<number | undefined> {
  const [known] = await subscriptionsOf(transaction, [id], settings);
  const { clientReference, emailKey } = stateAfter(known?.events ?? []);
  const named =
    clientReference === undefined ? undefined : await findNamed(transaction, clientReference);
  if (named !== undefined) return named;
  if (account_id !== null) return account_id;
  if (!settings.matchPaymentEmail || emailKey === undefined) return undefined;
  return await findByEmail(transaction, emailKey);
}

/** The account of that id, or the one that the guest of that id has become part of. */
async function findNamed(
  transaction: Transaction<Tables>,
  id: number,
): Promise<number | undefined> {
  const merged = await transaction
    .selectFrom('merged_guest')
    .select('account_id as id')
    .where('guest_id', '=', id)
    .executeTakeFirst();
  const account =
    merged ??
    (await transaction.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst());
  return account?.id;
}

async function findByEmail(
  transaction: Transaction<Tables>,
  key: string,
): Promise<number | undefined> {
  const account = await transaction
    .selectFrom('account')
    .select('id')
    .where('email_key', '=', key)
    .executeTakeFirst();
  return account?.id;
}
