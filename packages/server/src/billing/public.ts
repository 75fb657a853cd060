export { allowsApiUse, limitsOf, listPlans, planOf } from './plans.ts';
