import type { PaymentEvent, PlanName } from '@hookwell/core/api';
import { ApiError } from '../api-error.ts';
import type { Config } from '../config.ts';
import type { Database, PaymentEventRow, Transaction } from '../database/tables.ts';
import { type KnownSubscription, knownSubscription } from './best-subscription.ts';
import { readProviderEvent, type SubscriptionNews } from './provider-event.ts';
import { type GivenPlan, isLive } from './subscription.ts';

/** The settings by which events are read and find their accounts. */
export type PaymentSettings = Pick<Config, 'pricePlans' | 'matchPaymentEmail'> & {
  /** Refuses a subscription that gives a plan which `pricePlans` does not name, where it would else keep the one before. */
  mustNamePlans?: true;
  /** Who changes a plan by this, for the audit; absent for the payment provider. */
  by?: 'operator';
};

/** The type of the event that stands for an operator's `account set-plan`. */
const givenPlanType = 'operator.set_plan';

/** Keeps an event of the provider. False if it is kept already: of several at once only one is new. */
export async function keepEvent(
  transaction: Transaction,
  row: Omit<PaymentEventRow, 'account_id' | 'client_reference' | 'email_key'>,
  { event }: SubscriptionNews,
): Promise<boolean> {
  const kept = await transaction
    .insertInto('payment_event')
    .values({ ...row, ...subjectsOf(event) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** The columns by which an account finds the checkouts that name it. */
export function subjectsOf(
  event: SubscriptionNews['event'],
): Pick<PaymentEventRow, 'client_reference' | 'email_key'> {
  const checkout = event.kind === 'checkout' ? event : undefined;
  return {
    client_reference: checkout?.clientReference ?? null,
    email_key: checkout?.emailKey ?? null,
  };
}

/** Keeps a plan that the operator gave the account, as an event. */
export async function keepGivenPlan(
  transaction: Transaction,
  accountId: number,
  { id, at, plan }: GivenPlan,
  now: number,
): Promise<void> {
  await transaction
    .insertInto('payment_event')
    .values({
      id,
      type: givenPlanType,
      created_at: at,
      received_at: now,
      subscription_id: null,
      account_id: accountId,
      client_reference: null,
      email_key: null,
      payload: JSON.stringify({ plan }),
    })
    .execute();
}

/**
 * These subscriptions, in their order, as their kept events make them. Reads and folds each event once.
 * @throws {ApiError} `invalidInput` if a plan must be named and is not
 */
export async function subscriptionsOf(
  db: Database,
  ids: readonly string[],
  settings: PaymentSettings,
): Promise<KnownSubscription[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('payment_event')
    .select(['subscription_id', 'created_at', 'payload'])
    .where('subscription_id', 'in', ids)
    .execute();
  const subscriptions = ids.map((id) =>
    knownSubscription(
      id,
      rows
        .filter((row) => row.subscription_id === id)
        .map((row) => readKeptEvent(row, settings)?.event)
        .filter((event) => event !== undefined),
    ),
  );
  if (settings.mustNamePlans) subscriptions.forEach(refuseUnnamedPlan);
  return subscriptions;
}

function refuseUnnamedPlan({ id, state }: KnownSubscription): void {
  if (state.unlistedPrice === undefined || !isLive(state)) return;
  throw new ApiError('invalidInput', {
    sentence: `HOOKWELL_PRICE_PLANS names no plan for ${state.unlistedPrice}, the price of ${id}: set it as the server has it`,
  });
}

/** Reads a kept event of the provider anew, with the current settings. */
function readKeptEvent(
  { payload, created_at }: Pick<PaymentEventRow, 'payload' | 'created_at'>,
  { pricePlans }: PaymentSettings,
): SubscriptionNews | undefined {
  // It was checked before it was kept.
  const event: PaymentEvent = JSON.parse(payload);
  return readProviderEvent(event, created_at, pricePlans);
}

/** The plans that the operator gave the account. */
export async function givenPlansOf(db: Database, accountId: number): Promise<GivenPlan[]> {
  const rows = await db
    .selectFrom('payment_event')
    .select(['id', 'created_at', 'payload'])
    .where('account_id', '=', accountId)
    .where('type', '=', givenPlanType)
    .execute();
  return rows.map(({ id, created_at, payload }) => {
    // `keepGivenPlan` wrote it.
    const { plan }: { plan: PlanName } = JSON.parse(payload);
    return { kind: 'given', id, at: created_at, plan };
  });
}
