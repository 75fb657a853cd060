import { type Static, Type } from 'typebox';

/** The three plans and what each keeps. */
export const planNames = ['free', 'plus', 'enterprise'] as const;
export type PlanName = (typeof planNames)[number];

export const PlanName = Type.Unsafe<PlanName>({ type: 'string', enum: [...planNames] });

const limits = {
  endpoints: Type.Integer({ description: 'How many endpoints an account may have' }),
  requestsPerEndpoint: Type.Integer({
    description: 'How many captured requests are kept for each endpoint',
  }),
  bytes: Type.Integer({
    description: 'How many bytes of captured requests are kept for the whole account',
  }),
  days: Type.Integer({ description: 'How many days a captured request is kept' }),
};
const PlanLimits = Type.Object(limits);
export type PlanLimits = Static<typeof PlanLimits>;

/** What the plans keep where the operator has not changed a number. */
export const defaultPlans: Record<PlanName, PlanLimits> = {
  free: { endpoints: 3, requestsPerEndpoint: 500, bytes: 100 * 2 ** 20, days: 7 },
  plus: { endpoints: 25, requestsPerEndpoint: 10_000, bytes: 10 * 2 ** 30, days: 30 },
  enterprise: { endpoints: 250, requestsPerEndpoint: 100_000, bytes: 100 * 2 ** 30, days: 90 },
};

export const Plan = Type.Object(
  { plan: PlanName, ...limits },
  { title: 'Plan', examples: [{ plan: 'plus', ...defaultPlans.plus }] },
);
export type Plan = Static<typeof Plan>;
