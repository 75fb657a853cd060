import type { PlanName, PrincipalStatus } from '@hookwell/core/api';

/*
 * The life of a subscription
 *
 * It begins with a checkout, which names the account and, if it is paid for, makes the subscription
 * active. Every paid invoice makes it active again, with its period and the amount paid. In between the
 * provider reports changes: another price means another plan, a failed payment `past_due`, a late
 * payment `active` again. In the end it is deleted, which means `canceled`; it stays as history. The operator
 * may give a plan at any time, which holds until a later event says otherwise. `best-subscription.ts`
 * tells how several of them make the plan of an account.
 *
 * A subscription counts from the first event on that reports a payment, or that the provider or the
 * operator calls active. A checkout that waits for its money does not count yet, and neither does a
 * failed first payment.
 *
 * The plan is that of the last known price. Until an event has one, it is the plan that the checkout asks for,
 * and `plus` if it asks for none. A price that the operator has not listed changes no plan.
 *
 * Events come late, twice and in any order. So none of them changes a stored state: the state is made
 * anew from all of them in the order in which they happened: by the provider's time, to the second, and
 * within a second in the order of `ranks`. Every event sets values and never adds to them, so a repeated
 * event changes nothing.
 */

export interface SubscriptionState {
  /** Whether it was ever paid for or called active. Until then no account shows it. */
  counts: boolean;
  status: PrincipalStatus;
  plan: PlanName;
  /** Whether a price or the operator set the plan, not only a checkout's wish. */
  planIsKnown: boolean;
  /** The last price of an event, if the settings name no plan for it. */
  unlistedPrice: string | undefined;
  money: Money | undefined;
  period: Period | undefined;
  /** Milliseconds since 1970. */
  purchasedAt: number | undefined;
  /** The account that the checkout names: by its id, or by an email as `email_key`. */
  clientReference: number | undefined;
  emailKey: string | undefined;
}

/** In milliseconds since 1970. */
export interface Period {
  start: number;
  end: number;
}

interface Common {
  id: string;
  /** The time of the event, in milliseconds since 1970. */
  at: number;
}

export interface Checkout extends Common {
  kind: 'checkout';
  isPaid: boolean;
  plan: PlanName | undefined;
  money: Money | undefined;
  clientReference: number | undefined;
  emailKey: string | undefined;
}

interface PaidInvoice extends Common {
  kind: 'invoice';
  /** The plan of its price, if that is known. */
  plan: PlanName | undefined;
  /** Its price, if the plan of that is not known. */
  unlistedPrice?: string | undefined;
  money: Money | undefined;
  period: Period | undefined;
}

interface Update extends Common {
  kind: 'updated';
  status: PrincipalStatus | undefined;
  plan: PlanName | undefined;
  unlistedPrice?: string | undefined;
  period: Period | undefined;
}

interface Deletion extends Common {
  kind: 'deleted';
}

/** The operator gave the account a plan. */
export interface GivenPlan extends Common {
  kind: 'given';
  plan: PlanName;
}

/** The same as an event of one subscription. A canceled one becomes active again only if it `revives`. */
interface GivenToSubscription extends GivenPlan {
  revives: boolean;
}

/** An event of a subscription. A value that it does not tell is undefined, and changes nothing. */
export type SubscriptionEvent = Checkout | PaidInvoice | Update | Deletion | GivenToSubscription;

const ranks: Record<SubscriptionEvent['kind'], number> = {
  given: 0,
  checkout: 1,
  invoice: 2,
  updated: 3,
  deleted: 4,
};

const beginning: SubscriptionState = {
  counts: false,
  status: 'past_due',
  plan: 'plus',
  planIsKnown: false,
  unlistedPrice: undefined,
  money: undefined,
  period: undefined,
  purchasedAt: undefined,
  clientReference: undefined,
  emailKey: undefined,
};

/** The state after all events, which may come in any order and repeatedly. */
export function stateAfter(events: readonly SubscriptionEvent[]): SubscriptionState {
  return [...events].sort(compareEvents).reduce(applyEvent, beginning);
}

/** The state after one more event. */
function applyEvent(state: SubscriptionState, event: SubscriptionEvent): SubscriptionState {
  switch (event.kind) {
    case 'checkout':
      return {
        ...state,
        ...(event.isPaid ? active : {}),
        ...(state.planIsKnown ? {} : { plan: event.plan ?? 'plus' }),
        money: event.money ?? state.money,
        purchasedAt: event.at,
        clientReference: event.clientReference ?? state.clientReference,
        emailKey: event.emailKey ?? state.emailKey,
      };
    case 'invoice':
      return {
        ...state,
        ...active,
        ...knownPlan(event.plan, event.unlistedPrice),
        money: event.money ?? state.money,
        period: event.period ?? state.period,
      };
    case 'updated':
      return {
        ...state,
        ...(event.status === 'active' ? active : {}),
        status: event.status ?? state.status,
        ...knownPlan(event.plan, event.unlistedPrice),
        period: event.period ?? state.period,
      };
    case 'deleted':
      return { ...state, status: 'canceled' };
    case 'given':
      if (event.revives) return { ...state, ...active, ...knownPlan(event.plan) };
      return isLive(state) ? { ...state, ...knownPlan(event.plan) } : state;
  }
}

const active = { counts: true, status: 'active' } as const;

/** Whether it gives its plan: it was paid for, perhaps late, and is not canceled. */
export function isLive({ counts, status }: SubscriptionState): boolean {
  return counts && status !== 'canceled';
}

function knownPlan(plan: PlanName | undefined, unlistedPrice?: string): Partial<SubscriptionState> {
  if (plan !== undefined) return { plan, planIsKnown: true, unlistedPrice: undefined };
  return unlistedPrice === undefined ? {} : { unlistedPrice };
}

function compareEvents(one: SubscriptionEvent, other: SubscriptionEvent): number {
  return (
    one.at - other.at ||
    ranks[one.kind] - ranks[other.kind] ||
    (one.id === other.id ? 0 : one.id < other.id ? -1 : 1)
  );
}

/*
 * Amounts of the payment provider are whole numbers of a currency's smallest unit. Most currencies have two
 * decimals; the provider lists the others: https://docs.stripe.com/currencies#minor-units
 */

const withoutDecimals = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '));

/** A decimal number in the major unit, and the currency in upper case: `9.00`, `EUR`. */
interface Money {
  price: string;
  currency: string;
}

/** 900 of `eur` are 9.00 EUR. Undefined if the values are not an amount and a currency. */
export function moneyOf(amount: unknown, currency: unknown): Money | undefined {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) return undefined;
  if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) return undefined;
  const code = currency.toUpperCase();
  return { price: decimal(amount, decimalsOf(code)), currency: code };
}

function decimalsOf(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
}

/** The amount as decimal text. No arithmetic can round it. */
function decimal(amount: number, decimals: number): string {
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
