import { type Plan, type PlanLimits, type PlanName, planNames } from '@hookwell/contract';
import type { Selectable } from 'kysely';
import type { Config } from '../config.ts';
import type { AccountTable } from '../database/tables.ts';

type PlanAndStatus = Pick<Selectable<AccountTable>, 'plan' | 'status'>;

/** The plan that counts. A canceled subscription is plan `free`; a late payment changes nothing yet. */
export function planOf(account: PlanAndStatus): PlanName {
  return account.status === 'canceled' ? 'free' : account.plan;
}

/** Whether the account may use API keys: to make and list them, and to call the API with them. */
export function allowsApiUse(account: PlanAndStatus): boolean {
  return planOf(account) !== 'free';
}

/** What the account may have and keep, by its plan and the operator's numbers. */
export function limitsOf(config: Pick<Config, 'plans'>, account: PlanAndStatus): PlanLimits {
  return config.plans[planOf(account)];
}

/** Every plan with the operator's numbers, the smallest first. */
export function listPlans(config: Pick<Config, 'plans'>): Plan[] {
  return planNames.map((plan) => ({ plan, ...config.plans[plan] }));
}
