export { recentPlansOf, updateAccountPlan } from './account-plan.ts';
export type { PaymentSettings } from './kept-events.ts';
export { replayKeptEvent } from './payment-events.ts';
export {
  applyWaitingPayments,
  forgetPayments,
  givePlan,
  keepPlan,
  lockSubscriptionsOf,
  movePayments,
} from './payments-of-accounts.ts';
export { allowsApiUse, keptLimitsOf, limitsOf, listPlans, planOf } from './plans.ts';
