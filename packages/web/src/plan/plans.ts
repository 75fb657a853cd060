import type { PlanName, PlanOffer, Principal } from '@hookwell/client';
import { formatDay } from '../ui/format.ts';

const names: Readonly<Record<PlanName, string>> = {
  free: 'Free',
  plus: 'Plus',
  enterprise: 'Enterprise',
};

export function planTitle(plan: PlanName): string {
  return names[plan];
}

/** Explains the state of the subscription in full sentences, if there is something to say. */
export function statusSentence(principal: Principal): string | undefined {
  const { status, plan, dateEnd, isGuest } = principal;
  if (status === 'past_due') {
    return 'The last payment did not go through. The plan continues while the payment provider tries again; if it gives up, the plan becomes Free.';
  }
  if (status === 'canceled') {
    const end = dateEnd === undefined ? '' : ` It was paid until ${formatDay(dateEnd)}.`;
    return `The subscription has ended, and the plan is Free.${end}`;
  }
  if (isGuest) return 'You are a guest. An account is free and keeps your endpoints.';
  if (plan !== 'free' && dateEnd !== undefined) return `Paid until ${formatDay(dateEnd)}.`;
  return undefined;
}

/** Writes `9.00` in `EUR` as `€9.00`. With an unknown currency the price stays as it is. */
export function priceText({ price, currency }: Pick<Principal, 'price' | 'currency'>) {
  if (price === undefined) return undefined;
  const amount = Number(price);
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency) || Number.isNaN(amount)) {
    return currency === undefined ? price : `${price} ${currency}`;
  }
  return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount);
}

type Purchase =
  | { kind: 'link'; url: string }
  /** The account is on this plan, or on a better one. */
  | { kind: 'owned' }
  /** A guest's purchase would end with its session. */
  | { kind: 'register' }
  /** Nothing is sold here. The operator sets the plan. */
  | { kind: 'operator' };

const rank = { free: 0, plus: 1, enterprise: 2 };

/**
 * The way of this principal to a plan. Links lead to the payment provider's page, over https alone. They name the
 * account by its id (https://docs.stripe.com/payment-links/url-parameters), so that the payment is tied to it.
 */
export function purchaseOf(
  { plan, checkoutUrl }: Pick<PlanOffer, 'plan' | 'checkoutUrl'>,
  principal: Pick<Principal, 'id' | 'isGuest' | 'plan'>,
): Purchase {
  if (rank[plan] <= rank[principal.plan]) return { kind: 'owned' };
  if (principal.isGuest) return { kind: 'register' };
  const url = URL.parse(checkoutUrl ?? '');
  if (url?.protocol !== 'https:') return { kind: 'operator' };
  url.searchParams.set('client_reference_id', String(principal.id));
  return { kind: 'link', url: url.href };
}

/** An account can have so many API keys, whatever its plan, as the contract says. */
export const mostKeys = 20;
