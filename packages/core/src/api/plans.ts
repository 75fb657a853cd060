import { type Static, Type } from 'typebox';
import { failures, json, type Operation, operationsOf } from './operation.ts';
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

const PaymentReceipt = Type.Object(
  { received: Type.Literal(true) },
  { title: 'PaymentReceipt', examples: [{ received: true }] },
);

export const billingOperations = operationsOf('Billing', {
  listPlans: {
    summary: 'List the plans and how to buy them',
    description: 'Lists the plans with their limits, and the page that sells each to this account.',
    credentials: 'session',
    leastRole: 'viewer',
    answers: { 200: json('The plans', Type.Array(PlanOffer)) },
  },
});

/**
 * The route of the payment provider. It stands apart from `operations`: its handler needs the bytes of the body
 * for the signature before anything is parsed.
 */
export const receivePaymentEvent = {
  method: 'POST',
  url: '/api/billing/webhook',
  schema: {
    operationId: 'receivePaymentEvent',
    summary: 'Receive an event of the payment provider',
    description:
      'The request is authenticated by its signature over the exact bytes of the body, not by a credential. An event that was processed before, and one of an unknown type, changes nothing. An event whose account or subscription is not known yet is kept until it is.',
    tags: ['Billing'],
    security: [],
    // The header is optional here: a missing one is answered as a wrong signature, and it may have another name.
    headers: Type.Object({
      'payment-signature': Type.Optional(
        Type.String({
          description: '`t=<unix seconds>,v1=<hex>`; the operator can give the header another name',
        }),
      ),
    }),
    body: PaymentEvent,
    response: {
      200: json('The event is processed', PaymentReceipt),
      ...failures(
        'wrongSignature',
        'invalidInput',
        'malformedJson',
        'bodyTooLarge',
        'paymentsNotConfigured',
        'internal',
        'unavailable',
      ),
    },
  },
  bodyLimit: 1024 * 1024,
  config: { credentials: 'none', leastRole: 'person' },
} as const satisfies Operation;
