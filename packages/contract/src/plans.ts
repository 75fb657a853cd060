import { type Static, Type } from 'typebox';

/** The three plans. */
export const planNames = ['free', 'plus', 'enterprise'] as const;
export type PlanName = (typeof planNames)[number];

export const PlanName = Type.Unsafe<PlanName>({ type: 'string', enum: [...planNames] });

const limits = {
  endpoints: Type.Integer({ description: 'The most endpoints of an account' }),
  requestsPerEndpoint: Type.Integer({
    description: 'The most captured requests that are kept for each endpoint',
  }),
  bytes: Type.Integer({
    description: 'The most bytes of captured requests that are kept for the whole account',
  }),
  days: Type.Integer({ description: 'The days for which a captured request is kept' }),
};
const PlanLimits = Type.Object(limits);
export type PlanLimits = Static<typeof PlanLimits>;

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

/** The limits of the plans where some are sold, unless the operator changes a number. */
export const defaultPlans: Record<PlanName, PlanLimits> = {
  free: { endpoints: 3, requestsPerEndpoint: 500, bytes: 100 * mebibyte, days: 7 },
  plus: { endpoints: 25, requestsPerEndpoint: 10_000, bytes: 10 * gibibyte, days: 30 },
  enterprise: { endpoints: 250, requestsPerEndpoint: 100_000, bytes: 100 * gibibyte, days: 90 },
};

/** The same for an instance that sells nothing: guests there are its own people, trying it. */
export const plansWithoutSales: Record<PlanName, PlanLimits> = {
  ...defaultPlans,
  free: { ...defaultPlans.free, requestsPerEndpoint: 5000 },
};

export const Plan = Type.Object(
  { plan: PlanName, ...limits },
  { title: 'Plan', examples: [{ plan: 'plus', ...defaultPlans.plus }] },
);
export type Plan = Static<typeof Plan>;
