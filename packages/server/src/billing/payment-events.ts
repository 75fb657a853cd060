import type { PaymentEvent } from '@hookwell/core/api';
import { lockName } from '../database/locks.ts';
import type { Database, SubscriptionRow, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { updateAccountPlan } from './account-plan.ts';
import type { KnownSubscription } from './best-subscription.ts';
import { keepEvent, type PaymentSettings, subjectsOf, subscriptionsOf } from './kept-events.ts';
import { readProviderEvent } from './provider-event.ts';
import type { SubscriptionState } from './subscription.ts';

/** An event whose signature and form are right. */
export interface ReceivedPaymentEvent {
  event: PaymentEvent;
  /** The event as it was sent. */
  text: string;
  /** The time of its signature, in seconds. */
  signedAt: number;
}

/** The outcome of an event, for the log. */
export type Outcome = 'kept' | 'known already' | 'of no subscription' | 'of a deleted account';

/**
 * Processes an event of the provider. It counts once, even if it arrives several times at the same moment. One
 * transaction keeps it and writes its effects. Then `tellOfChange` hears of each account that they concern.
 * @throws {ApiError} `invalidInput`
 */
export async function receiveEvent(
  db: Database,
  settings: PaymentSettings,
  { event, text, signedAt }: ReceivedPaymentEvent,
  now: number,
  tellOfChange: (accountId: number) => void = () => {},
): Promise<Outcome> {
  const at = (event.created ?? signedAt) * 1000;
  const news = readProviderEvent(event, at, settings.pricePlans);
  if (news === undefined) return 'of no subscription';
  const { subscriptionId } = news;

  let changed: Iterable<number> = [];
  const outcome = await inTransaction<Outcome>(db, async (transaction) => {
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
    changed = await applyEvents(transaction, settings, [subscription], now);
    return 'kept';
  });
  for (const accountId of changed) tellOfChange(accountId);
  return outcome;
}

/**
 * Locks a subscription, and notes it if it is new. Until the transaction ends no other event of it is processed.
 *
 * Every transaction locks first the names in a checkout, then subscriptions, then accounts. In any other
 * order an event and, say, the deletion of its account would wait for each other until the database ends one
 * of them. That would happen often, since the provider sends several events at once.
 */
export async function lockSubscription(
  transaction: Transaction,
  id: string,
): Promise<SubscriptionRow> {
  return await transaction
    .insertInto('subscription')
    .values({ id, account_id: null, forgotten_at: null })
    // The update changes nothing. It locks the row and returns it.
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Locks the names in a checkout. A new account and a checkout that names it at the same moment then take turns,
 * and the second one finds the first.
 */
export async function lockSubjects(
  transaction: Transaction,
  { client_reference, email_key }: ReturnType<typeof subjectsOf>,
): Promise<void> {
  if (client_reference !== null) await lockName(transaction, `account ${client_reference}`);
  if (email_key !== null) await lockName(transaction, `email ${email_key}`);
}

/**
 * Finds the accounts of these subscriptions, and writes the plans that their events make. The caller has locked
 * the subscriptions, and hands over their states if it knows them already.
 * @returns the ids of these accounts
 */
export async function applyEvents(
  transaction: Transaction,
  settings: PaymentSettings,
  locked: readonly SubscriptionRow[],
  now: number,
  known?: readonly KnownSubscription[],
): Promise<ReadonlySet<number>> {
  const ids = locked.map(({ id }) => id);
  const subscriptions = known ?? (await subscriptionsOf(transaction, ids, settings));
  const accountIds = new Set<number>();
  for (const { id, state } of subscriptions) {
    const formerId = locked.find((row) => row.id === id)?.account_id ?? undefined;
    const accountId = await findAccount(transaction, settings, state, formerId);
    if (accountId === undefined) continue;
    accountIds.add(accountId);
    if (accountId === formerId) continue;
    if (formerId !== undefined) accountIds.add(formerId);
    await transaction
      .updateTable('subscription')
      .set({ account_id: accountId })
      .where('id', '=', id)
      .execute();
  }
  for (const accountId of [...accountIds].sort((one, other) => one - other)) {
    await updateAccountPlan(transaction, settings, accountId, now, subscriptions);
  }
  return accountIds;
}

/**
 * Reads a kept event anew with the current settings, and writes the plan that all events of its subscription
 * make. A repetition changes nothing. False if no such event is kept.
 * @throws {ApiError} `invalidInput` if the settings do not name the plan that somebody pays for: it would be a guess
 */
export async function replayKeptEvent(
  transaction: Transaction,
  paymentSettings: PaymentSettings,
  eventId: string,
  now: number,
): Promise<boolean> {
  const settings = { ...paymentSettings, mustNamePlans: true, by: 'operator' } as const;
  const row = await transaction
    .selectFrom('payment_event')
    .select(['account_id', 'subscription_id'])
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (row === undefined) return false;
  if (row.account_id !== null) await updateAccountPlan(transaction, settings, row.account_id, now);
  if (row.subscription_id === null) return true;

  const subscription = await lockSubscription(transaction, row.subscription_id);
  const known = await subscriptionsOf(transaction, [subscription.id], settings);
  const event = known.flatMap(({ events }) => events).find(({ id }) => id === eventId);
  if (event !== undefined) {
    await transaction
      .updateTable('payment_event')
      .set(subjectsOf(event))
      .where('id', '=', eventId)
      .execute();
  }
  await applyEvents(transaction, settings, [subscription], now, known);
  return true;
}

/**
 * The account that a checkout names by its id; else the account that has the subscription already; else, if
 * the operator wants that, the registered account with the email of a checkout.
 */
async function findAccount(
  transaction: Transaction,
  { matchPaymentEmail }: PaymentSettings,
  { clientReference, emailKey }: SubscriptionState,
  formerId: number | undefined,
): Promise<number | undefined> {
  const named =
    clientReference === undefined ? undefined : await findNamed(transaction, clientReference);
  if (named !== undefined) return named;
  if (formerId !== undefined || !matchPaymentEmail || emailKey === undefined) return formerId;
  return await findAccountId(transaction, { email_key: emailKey });
}

/** The account of that id, or the account that the guest of that id has become part of. */
async function findNamed(transaction: Transaction, id: number): Promise<number | undefined> {
  const merged = await transaction
    .selectFrom('merged_guest')
    .select('account_id')
    .where('guest_id', '=', id)
    .executeTakeFirst();
  return merged?.account_id ?? (await findAccountId(transaction, { id }));
}

async function findAccountId(
  transaction: Transaction,
  by: { id: number } | { email_key: string },
): Promise<number | undefined> {
  const account = await transaction
    .selectFrom('account')
    .select('id')
    .where((eb) => eb.and(by))
    .executeTakeFirst();
  return account?.id;
}
