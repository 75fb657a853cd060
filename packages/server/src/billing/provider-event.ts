import { type PaymentEvent, type PrincipalStatus, planNames } from '@hookwell/core/api';
import { ApiError } from '../api-error.ts';
import type { Config } from '../config.ts';
import { emailKey } from '../database/tables.ts';
import { type Checkout, moneyOf, type Period, type SubscriptionEvent } from './subscription.ts';

/*
 * Reads JSON that the provider made. A missing value, or one of another kind than expected, is undefined: a
 * field that the provider changes must not make the rest of an event useless.
 */

/** The latest time that a date can have: the last second of the year 9999. */
const latestSeconds = 253_402_300_799;

/** The value at the end of a path of names. */
function member(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name))
      return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}

/** A text that any database can store: not empty, and without a NUL character. */
function textAt(value: unknown, ...path: string[]): string | undefined {
  const text = member(value, ...path);
  return typeof text === 'string' && text !== '' && !text.includes('\0') ? text : undefined;
}

/** The elements of a list; none if there is no list. */
function listAt(value: unknown, ...path: string[]): readonly unknown[] {
  const list = member(value, ...path);
  return Array.isArray(list) ? list : [];
}

/** Unix time in whole seconds. */
function secondsAt(value: unknown, ...path: string[]): number | undefined {
  const seconds = member(value, ...path);
  const isTime =
    typeof seconds === 'number' &&
    Number.isInteger(seconds) &&
    seconds >= 0 &&
    seconds <= latestSeconds;
  return isTime ? seconds : undefined;
}

/** The id of an object that is given as its id or as a whole. */
function identifier(value: unknown): string | undefined {
  return typeof value === 'string' ? textAt({ value }, 'value') : textAt(value, 'id');
}

/*
 * Reads the provider's events. Its objects changed with its API version 2025-03-31, and an operator's account
 * may stay on an older version: so every place that a value may have is read.
 */

type PricePlans = Config['pricePlans'];

/** An event of a subscription. */
export interface SubscriptionNews {
  subscriptionId: string;
  event: SubscriptionEvent;
}

/**
 * Reads the event's subscription and its news; undefined for events of other types, and for checkouts and
 * invoices of no subscription. `at` is the time of the event in milliseconds since 1970.
 * @throws {ApiError} `invalidInput` if an object lacks its id
 */
export function readProviderEvent(
  { id, type, data: { object } }: PaymentEvent,
  at: number,
  pricePlans: PricePlans,
): SubscriptionNews | undefined {
  switch (type) {
    case 'checkout.session.completed': {
      const subscriptionId = identifier(member(object, 'subscription'));
      return newsOf(subscriptionId, { id, at, ...checkoutOf(object) });
    }
    case 'invoice.payment_succeeded': {
      const subscriptionId = subscriptionOfInvoice(object);
      return newsOf(subscriptionId, { id, at, ...invoiceOf(object, pricePlans) });
    }
    case 'customer.subscription.updated':
      return { subscriptionId: ownId(object), event: { id, at, ...updateOf(object, pricePlans) } };
    case 'customer.subscription.deleted':
      return { subscriptionId: ownId(object), event: { id, at, kind: 'deleted' } };
    default:
      return undefined;
  }
}

function newsOf(
  subscriptionId: string | undefined,
  event: SubscriptionEvent,
): SubscriptionNews | undefined {
  return subscriptionId === undefined ? undefined : { subscriptionId, event };
}

function ownId(object: unknown): string {
  const id = identifier(object);
  if (id === undefined) {
    throw new ApiError('invalidInput', { sentence: 'data.object.id is required' });
  }
  return id;
}

type Said<Kind> = Omit<Extract<SubscriptionEvent, { kind: Kind }>, 'id' | 'at'>;

function checkoutOf(object: unknown): Said<'checkout'> {
  const status = textAt(object, 'payment_status');
  const plan = textAt(object, 'metadata', 'plan');
  const email = textAt(object, 'customer_details', 'email') ?? textAt(object, 'customer_email');
  return {
    kind: 'checkout',
    isPaid: status === 'paid' || status === 'no_payment_required',
    plan: planNames.find((name) => name === plan && name !== 'free'),
    money: moneyOf(member(object, 'amount_total'), member(object, 'currency')),
    clientReference: clientReferenceOf(object),
    emailKey: email && emailKey(email),
  };
}

/** The id of an account, as our checkout links name it. Any other text names no account. */
function clientReferenceOf(object: unknown): Checkout['clientReference'] {
  const text = textAt(object, 'client_reference_id') ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function subscriptionOfInvoice(object: unknown): string | undefined {
  return (
    identifier(member(object, 'subscription')) ??
    identifier(member(object, 'parent', 'subscription_details', 'subscription'))
  );
}

function invoiceOf(object: unknown, pricePlans: PricePlans): Said<'invoice'> {
  const line = lastingLine(object);
  const price =
    identifier(member(line, 'price')) ??
    identifier(member(line, 'pricing', 'price_details', 'price'));
  return {
    kind: 'invoice',
    ...planOfPrice(price, pricePlans),
    money: moneyOf(member(object, 'amount_paid'), member(object, 'currency')),
    period: periodAt(member(line, 'period'), 'start', 'end'),
  };
}

/**
 * The line whose period ends last. An upgrade within a period has two lines that end together: one gives the
 * old price back, the other charges the new one and has the larger amount.
 */
function lastingLine(object: unknown): unknown {
  let lasting: { line: unknown; end: number; amount: number } | undefined;
  for (const line of listAt(object, 'lines', 'data')) {
    const end = secondsAt(line, 'period', 'end');
    if (end === undefined) continue;
    const amount = Number(member(line, 'amount') ?? 0);
    const isLater = lasting === undefined || end > lasting.end;
    if (isLater || (end === lasting?.end && amount > lasting.amount)) {
      lasting = { line, end, amount };
    }
  }
  return lasting?.line;
}

const statuses: Readonly<Record<string, PrincipalStatus>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  incomplete: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
  incomplete_expired: 'canceled',
};

function updateOf(object: unknown, pricePlans: PricePlans): Said<'updated'> {
  const items = listAt(object, 'items', 'data');
  const prices = items
    .map((item) => identifier(member(item, 'price')))
    .filter((price) => price !== undefined);
  const price = prices.find((price) => pricePlans.has(price)) ?? prices[0];
  const status = textAt(object, 'status') ?? '';
  const names = ['current_period_start', 'current_period_end'] as const;
  return {
    kind: 'updated',
    status: Object.hasOwn(statuses, status) ? statuses[status] : undefined,
    ...planOfPrice(price, pricePlans),
    period: periodAt(object, ...names) ?? periodAt(items[0], ...names),
  };
}

function planOfPrice(
  price: string | undefined,
  pricePlans: PricePlans,
): Pick<Said<'invoice'>, 'plan' | 'unlistedPrice'> {
  const plan = price === undefined ? undefined : pricePlans.get(price);
  return { plan, unlistedPrice: plan === undefined ? price : undefined };
}

function periodAt(object: unknown, startName: string, endName: string): Period | undefined {
  const start = secondsAt(object, startName);
  const end = secondsAt(object, endName);
  return start === undefined || end === undefined
    ? undefined
    : { start: start * 1000, end: end * 1000 };
}
