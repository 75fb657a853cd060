import { type Plan, type PlanLimits, type PlanName, planNames } from '@hookwell/contract';
import type { Config } from '../config.ts';
import type { AccountRow } from '../database/tables.ts';

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
