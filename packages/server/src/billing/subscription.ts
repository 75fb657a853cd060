import type { PlanName, PrincipalStatus } from '@hookwell/contract';
import type { Money } from './money.ts';

/*
 * The life of a subscription
 *
 * It begins with a checkout, which names the account and, if it is paid for, makes the subscription
 * active. Every invoice that is paid makes it active again and says how long it lasts and what was paid.
 * In between the provider tells of changes: another price is another plan, a payment that fails is
 * `past_due`, one that is made up for is `active`. In the end it is deleted, which is `canceled`; it stays
 * as history. The operator may give a plan at any time, which holds until an event after it says otherwise.
 * How several of them make the plan of an account is told in `best-subscription.ts`.
 *
 * A subscription counts from the first event on that says somebody paid, or that the provider or the
 * operator calls active. A checkout that waits for its money counts for nothing yet, and neither does a
 * first payment that fails.
 *
 * The plan is that of the last known price. Until some event has one, it is what the checkout asks for,
 * and `plus` where it asks for nothing. A price that the operator has not listed changes no plan.
 *
 * Events come late, twice and in any order. So none of them changes what is stored: the state is made
 * anew from all of them in the order in which they happened. That is the time the provider gives them, to
 * the second, and within a second the order of `ranks`. Every event sets what it knows and never adds to
 * what was there, so that twice is as good as once.
 */

export interface SubscriptionState {
  /** Whether it was ever paid for or called active: until then nobody sees it. */
  counts: boolean;
  status: PrincipalStatus;
  plan: PlanName;
  /** Whether the plan is more than what a checkout asked for. */
  planIsKnown: boolean;
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
  /** When it happened, in milliseconds since 1970. */
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
  /** The plan of its price, where that one is known. */
  plan: PlanName | undefined;
  money: Money | undefined;
  period: Period | undefined;
}

interface Update extends Common {
  kind: 'updated';
  status: PrincipalStatus | undefined;
  plan: PlanName | undefined;
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

/** What that is for a subscription: one that is over only becomes active again where it `revives`. */
export interface GivenToSubscription extends GivenPlan {
  revives: boolean;
}

/** What happened to a subscription. What an event does not say is undefined, and changes nothing. */
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
  money: undefined,
  period: undefined,
  purchasedAt: undefined,
  clientReference: undefined,
  emailKey: undefined,
};

/** The state after all that happened, in whatever order and however often it is told. */
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
        ...knownPlan(event.plan),
        money: event.money ?? state.money,
        period: event.period ?? state.period,
      };
    case 'updated':
      return {
        ...state,
        ...(event.status === 'active' ? active : {}),
        status: event.status ?? state.status,
        ...knownPlan(event.plan),
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

/** Whether it gives its plan: paid for, or late with it, and not over. */
export function isLive({ counts, status }: SubscriptionState): boolean {
  return counts && status !== 'canceled';
}

function knownPlan(plan: PlanName | undefined): Partial<SubscriptionState> {
  return plan === undefined ? {} : { plan, planIsKnown: true };
}

function compareEvents(one: SubscriptionEvent, other: SubscriptionEvent): number {
  return (
    one.at - other.at ||
    ranks[one.kind] - ranks[other.kind] ||
    (one.id === other.id ? 0 : one.id < other.id ? -1 : 1)
  );
}
