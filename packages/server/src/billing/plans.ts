import { type Plan, type PlanLimits, type PlanName, planNames } from '@hookwell/contract';
import type { Selectable } from 'kysely';
import type { Config } from '../config.ts';
import type { AccountTable } from '../database/tables.ts';

type PlanAndStatus = Pick<Selectable<AccountTable>, 'plan' | 'status'>;

/** The plan that counts. A canceled subscription is plan `free`; a late payment changes nothing yet. */
export function planOf(account: PlanAndStatus): PlanName {
  return account.status === 'canceled' ? 'free' : account.plan;
}

/** The best of these plans; `free` where there is none. */
export function bestPlan(plans: readonly PlanName[]): PlanName {
  return planNames.findLast((plan) => plans.includes(plan)) ?? 'free';
}

/** Whether the account may use API keys: to make and list them, and to call the API with them. */
export function allowsApiUse(account: PlanAndStatus): boolean {
  return planOf(account) !== 'free';
}

/** What the account may have and keep, by its plan and the operator's numbers. */
export function limitsOf(config: Pick<Config, 'plans'>, account: PlanAndStatus): PlanLimits {
  return config.plans[planOf(account)];
}

/**
 * What the account keeps of what it captured: the better of its plan and of those that it had until
 * lately, number by number.
 */
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

/** Every plan with the operator's numbers, the smallest first. */
export function listPlans(config: Pick<Config, 'plans'>): Plan[] {
  return planNames.map((plan) => ({ plan, ...config.plans[plan] }));
}
