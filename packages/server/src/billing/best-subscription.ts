import { type PlanName, type PrincipalStatus, planNames } from '@hookwell/core/api';
import { bestPlan, planOf } from './plans.ts';
import {
  type GivenPlan,
  isLive,
  type SubscriptionEvent,
  type SubscriptionState,
  stateAfter,
} from './subscription.ts';

/*
 * Several subscriptions of one account
 *
 * A checkout names the account that it pays for, and its sender may name any account. So a subscription
 * can only add: an account has the best of the plans of its live subscriptions and of its own plan. A
 * purchase never takes the own plan away, and neither does its end.
 *
 * The own plan is the plan that the account signed up with or was created with, until the operator gives it
 * another. A plan that the operator gives while there are subscriptions is an event of theirs: it changes
 * all that are live, makes the newest active whatever its status was, and holds until later events say
 * otherwise. It ends with the last of these subscriptions.
 */

/** A subscription with all its events, and its state after them. */
export interface KnownSubscription {
  id: string;
  events: readonly SubscriptionEvent[];
  state: SubscriptionState;
}

/** The subscription that these events make. */
export function knownSubscription(
  id: string,
  events: readonly SubscriptionEvent[],
): KnownSubscription {
  return { id, events, state: stateAfter(events) };
}

/** The plan and status that an account shows, and the rest of its best subscription. */
export interface ShownSubscription extends SubscriptionState {
  id: string;
}

const ranks: Record<PrincipalStatus, number> = { active: 0, past_due: 1, canceled: 2 };

/**
 * The best subscription of an account: active before past due before canceled, then that of the better plan,
 * then the newest. Its plan is the best that any of them gives, or the own plan if that is better. Undefined
 * if none counts. `ownPlan` is the account's plan before its first subscription.
 */
export function bestSubscription(
  subscriptions: readonly KnownSubscription[],
  givenPlans: readonly GivenPlan[],
  ownPlan: PlanName = 'free',
): ShownSubscription | undefined {
  const bought = subscriptions.map(({ id, state }) => ({ id, ...state }));
  const all = subscriptions
    .map((subscription) => shownWith(subscription, givenTo(subscription.id, bought, givenPlans)))
    .filter(({ counts }) => counts)
    .sort(compare);
  const [best] = all;
  if (best === undefined) return undefined;
  const own = planBesides(bought, givenPlans, ownPlan);
  const plan = bestPlan([own, ...all.filter(isLive).map((one) => one.plan)]);
  if (isLive(best)) return { ...best, plan };
  return own === 'free' ? best : { ...best, plan, status: 'active' };
}

/** The subscription after the given plans as well. */
function shownWith(
  { id, events, state }: KnownSubscription,
  given: readonly SubscriptionEvent[],
): ShownSubscription {
  return { id, ...(given.length === 0 ? state : stateAfter([...events, ...given])) };
}

/** The plans that the operator gave while this subscription existed, as events of it. */
function givenTo(
  id: string,
  bought: readonly ShownSubscription[],
  givenPlans: readonly GivenPlan[],
): SubscriptionEvent[] {
  return givenPlans.flatMap((given) => {
    const existing = boughtBy(bought, given.at);
    if (!existing.some((one) => one.id === id)) return [];
    return [{ ...given, revives: existing[0]?.id === id }];
  });
}

/** The plan that the account has without its subscriptions. */
function planBesides(
  bought: readonly ShownSubscription[],
  givenPlans: readonly GivenPlan[],
  ownPlan: PlanName,
): PlanName {
  const [last] = [...givenPlans].sort((one, other) => other.at - one.at);
  if (last === undefined) return ownPlan;
  return boughtBy(bought, last.at).length === 0 ? last.plan : 'free';
}

/** The subscriptions that existed at that time, the newest first. */
function boughtBy(bought: readonly ShownSubscription[], at: number): ShownSubscription[] {
  return bought
    .filter(({ counts, purchasedAt = 0 }) => counts && purchasedAt <= at)
    .sort(compareAge);
}

/** The best first. */
function compare(one: ShownSubscription, other: ShownSubscription): number {
  return (
    ranks[one.status] - ranks[other.status] ||
    planNames.indexOf(planOf(other)) - planNames.indexOf(planOf(one)) ||
    compareAge(one, other)
  );
}

/** The newest first; two of the same time in the order of their ids. */
function compareAge(one: ShownSubscription, other: ShownSubscription): number {
  return (other.purchasedAt ?? 0) - (one.purchasedAt ?? 0) || (one.id < other.id ? 1 : -1);
}
