import type { PlanName, Principal } from '@hookwell/client';
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
