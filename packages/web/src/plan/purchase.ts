import type { PlanOffer, Principal } from '@hookwell/client';

export type Purchase =
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
