import { type Static, Type } from 'typebox';
import { defaultPlans, Plan } from './plans.ts';
import { optionalText, withoutNul } from './text.ts';

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
