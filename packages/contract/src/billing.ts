import { type Static, Type } from 'typebox';
import { defaultPlans, Plan } from './plans.ts';

/** A plan and the page that sells it. */
export const PlanOffer = Type.Object(
  {
    ...Plan.properties,
    checkoutUrl: Type.Optional(
      Type.String({ description: 'Where to buy it; absent where nothing is sold' }),
    ),
  },
  {
    title: 'PlanOffer',
    examples: [
      { plan: 'plus', ...defaultPlans.plus, checkoutUrl: 'https://pay.example.org/plus?for=42' },
    ],
  },
);
export type PlanOffer = Static<typeof PlanOffer>;

/** An event of the payment provider. What `data.object` holds depends on the type. */
export const PaymentEvent = Type.Object(
  {
    id: Type.String({ description: 'An event is processed once, by its id' }),
    type: Type.String(),
    created: Type.Optional(Type.Number({ description: 'Unix time in seconds' })),
    data: Type.Object({ object: Type.Unsafe<Record<string, unknown>>({ type: 'object' }) }),
  },
  {
    title: 'PaymentEvent',
    examples: [
      {
        id: 'evt_1',
        type: 'customer.subscription.deleted',
        created: 1772366400,
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
