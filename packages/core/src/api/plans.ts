import { type Static, Type } from 'typebox';
import { optionalText, withoutNul } from './text.ts';

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

/** A plan and the page that sells it. */
export const PlanOffer = Type.Object(
  {
    ...Plan.properties,
    checkoutUrl: optionalText(
      'The page that sells the plan to this account; absent if nothing is sold, and for guests',
    ),
  },
  {
    title: 'PlanOffer',
    examples: [
      {
        plan: 'plus',
        ...defaultPlans.plus,
        checkoutUrl: 'https://pay.example.org/plus?client_reference_id=42',
      },
    ],
  },
);
export type PlanOffer = Static<typeof PlanOffer>;

/** The last second of the year 9999. */
const latestTimeSeconds = 253_402_300_799;

/** An event of the payment provider. The content of `data.object` depends on the type. */
export const PaymentEvent = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: withoutNul,
      description: 'An event is processed once, by its id',
    }),
    type: Type.String({ maxLength: 255, pattern: withoutNul }),
    created: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: latestTimeSeconds,
        description: 'Unix time in seconds; else the time of the signature counts',
      }),
    ),
    data: Type.Object({ object: Type.Unsafe<Record<string, unknown>>({ type: 'object' }) }),
  },
  {
    title: 'PaymentEvent',
    examples: [
      {
        id: 'evt_1',
        type: 'customer.subscription.deleted',
        created: 1_772_366_400,
        data: { object: { id: 'sub_1', status: 'canceled' } },
      },
    ],
  },
);
export type PaymentEvent = Static<typeof PaymentEvent>;

export const PaymentReceipt = Type.Object(
  { received: Type.Literal(true) },
  { title: 'PaymentReceipt', examples: [{ received: true }] },
);
export type PaymentReceipt = Static<typeof PaymentReceipt>;
