import type { PrincipalStatus } from '@hookwell/contract';
import {
  type GivenPlan,
  type SubscriptionEvent,
  type SubscriptionState,
  stateAfter,
} from './subscription.ts';

/** A subscription with everything that is known to have happened to it. */
export interface KnownSubscription {
  id: string;
  events: readonly SubscriptionEvent[];
}

export interface ShownSubscription extends SubscriptionState {
  id: string;
}

const ranks: Record<PrincipalStatus, number> = { active: 0, past_due: 1, canceled: 2 };

/**
 * The subscription that decides the plan of an account: active before past due before canceled, then
 * the newest. Undefined where none counts. A plan that the operator gave is an event of the subscription
 * that was the newest then: so it decides at once, and a later purchase decides after it.
 */
export function bestSubscription(
  subscriptions: readonly KnownSubscription[],
  givenPlans: readonly GivenPlan[],
): ShownSubscription | undefined {
  const bought = subscriptions.map(stateOf);
  const [best] = subscriptions
    .map(({ id, events }) => {
      const given = givenPlans.filter(({ at }) => newestAt(bought, at)?.id === id);
      return stateOf({ id, events: [...events, ...given] });
    })
    .filter(({ counts }) => counts)
    .sort((one, other) => ranks[one.status] - ranks[other.status] || compareAge(one, other));
  return best;
}

function stateOf({ id, events }: KnownSubscription): ShownSubscription {
  return { id, ...stateAfter(events) };
}

function newestAt(bought: readonly ShownSubscription[], at: number): ShownSubscription | undefined {
  return bought
    .filter(({ counts, purchasedAt = 0 }) => counts && purchasedAt <= at)
    .sort(compareAge)[0];
}

/** The newest first; of two bought at the same time always the same one. */
function compareAge(one: ShownSubscription, other: ShownSubscription): number {
  return (other.purchasedAt ?? 0) - (one.purchasedAt ?? 0) || (one.id < other.id ? 1 : -1);
}
