import { type PlanName, type PrincipalStatus, planNames } from '@hookwell/contract';
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
 * A checkout names the account that it pays for, and anybody may write any account there. So a
 * subscription can only add: what an account has is the best of what each of its live subscriptions gives
 * and of what it has without any. A purchase never takes that away, and neither does its end.
 *
 * What the account has without any is the plan that it signed up with or was created with, until the
 * operator gives it another. A plan that the operator gives while there are subscriptions is an event of
 * theirs: it changes all that are live, makes the newest active whatever it was, and then holds until
 * events after it say otherwise; with the last of them it ends, as every subscription does.
 */

/** A subscription with everything that is known to have happened to it. */
export interface KnownSubscription {
  id: string;
  events: readonly SubscriptionEvent[];
}

/** What an account shows: the plan and status that it has, and the rest of its best subscription. */
export interface ShownSubscription extends SubscriptionState {
  id: string;
}

const ranks: Record<PrincipalStatus, number> = { active: 0, past_due: 1, canceled: 2 };

/**
 * What the account shows: its best subscription, active before past due before canceled, then that of
 * the better plan, then the newest. The plan is the best that any of them gives, or `ownPlan` where that is
 * better. Undefined where none counts. `ownPlan` is what the account had before its first subscription.
 */
export function bestSubscription(
  subscriptions: readonly KnownSubscription[],
  givenPlans: readonly GivenPlan[],
  ownPlan: PlanName = 'free',
): ShownSubscription | undefined {
  const bought = subscriptions.map(stateOf);
  const all = subscriptions
    .map(({ id, events }) =>
      stateOf({ id, events: [...events, ...givenTo(id, bought, givenPlans)] }),
    )
    .filter(({ counts }) => counts)
    .sort(compare);
  const [best] = all;
  if (best === undefined) return undefined;
  const own = planBesides(bought, givenPlans, ownPlan);
  const plan = bestPlan([own, ...all.filter(isLive).map((one) => one.plan)]);
  if (isLive(best)) return { ...best, plan };
  return own === 'free' ? best : { ...best, plan, status: 'active' };
}

function stateOf({ id, events }: KnownSubscription): ShownSubscription {
  return { id, ...stateAfter(events) };
}

/** What the operator gave while there was this subscription, as events of it. */
function givenTo(
  id: string,
  bought: readonly ShownSubscription[],
  givenPlans: readonly GivenPlan[],
): SubscriptionEvent[] {
  return givenPlans.flatMap((given) => {
    const there = boughtBy(bought, given.at);
    if (!there.some((one) => one.id === id)) return [];
    return [{ ...given, revives: there[0]?.id === id }];
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

/** The subscriptions that were there at that time, the newest first. */
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

/** The newest first; of two bought at the same time always the same one. */
function compareAge(one: ShownSubscription, other: ShownSubscription): number {
  return (other.purchasedAt ?? 0) - (one.purchasedAt ?? 0) || (one.id < other.id ? 1 : -1);
}
