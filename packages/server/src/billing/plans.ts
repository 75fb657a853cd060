import {
  leastRoleOfParts,
  type Plan,
  type PlanLimits,
  type PlanName,
  type PlanOffer,
  planNames,
} from '@hookwell/core/api';
import { isGuest } from '../account-kind.ts';
import type { Config } from '../config.ts';
import type { AccountRow } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { isLower } from '../members/memberships.ts';

type PlanAndStatus = Pick<AccountRow, 'plan' | 'status'>;

/** The plan that counts. A canceled subscription means plan `free`; a late payment changes nothing yet. */
export function planOf(account: PlanAndStatus): PlanName {
  return account.status === 'canceled' ? 'free' : account.plan;
}

/** The best of these plans; `free` if there are none. */
export function bestPlan(plans: readonly PlanName[]): PlanName {
  return planNames.findLast((plan) => plans.includes(plan)) ?? 'free';
}

/** Whether the account may make and list API keys, and call the API with them. */
export function allowsApiUse(account: PlanAndStatus): boolean {
  return planOf(account) !== 'free';
}

/** The limits of the account's plan, by the operator's settings. */
export function limitsOf(config: Pick<Config, 'plans'>, account: PlanAndStatus): PlanLimits {
  return config.plans[planOf(account)];
}

/** The limits by which the account's captures are kept: of its plan and its recent plans the highest, one by one. */
export function keptLimitsOf(
  config: Pick<Config, 'plans'>,
  { recentPlans, ...account }: PlanAndStatus & { recentPlans: readonly PlanName[] },
): PlanLimits {
  const kept = { ...limitsOf(config, account) };
  for (const plan of recentPlans) {
    const former = config.plans[plan];
    kept.requestsPerEndpoint = Math.max(kept.requestsPerEndpoint, former.requestsPerEndpoint);
    kept.bytes = Math.max(kept.bytes, former.bytes);
    kept.days = Math.max(kept.days, former.days);
  }
  return kept;
}

/** Every plan with its limits by the operator's settings, the smallest first. */
export function listPlans(config: Pick<Config, 'plans'>): Plan[] {
  return planNames.map((plan) => ({ plan, ...config.plans[plan] }));
}

/**
 * Every plan with the page that sells it to this account. The address names the account, so that the
 * provider's checkout event does too: https://docs.stripe.com/payment-links/url-parameters. A guest gets no
 * page and registers first, since a purchase would end with its session; of a team owners alone get one.
 */
export function offersFor(
  config: Pick<Config, 'plans' | 'checkoutLinks'>,
  { account, role }: Pick<Caller, 'role'> & { account: Pick<AccountRow, 'id' | 'kind' | 'email'> },
): PlanOffer[] {
  const mayNotPay = isLower(role, leastRoleOfParts.payments);
  return listPlans(config).map((plan) => {
    const link = config.checkoutLinks.get(plan.plan);
    if (link === undefined || isGuest(account) || mayNotPay) return plan;
    const url = new URL(link);
    url.searchParams.set('client_reference_id', String(account.id));
    if (account.email !== null) url.searchParams.set('prefilled_email', account.email);
    return { ...plan, checkoutUrl: url.href };
  });
}
