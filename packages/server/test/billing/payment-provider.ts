import type { PaymentEvent } from '@hookwell/core/api';
import Stripe from 'stripe';
import type { TestServer } from '../start-server.ts';

export const secret = 'whsec_test_secret';

/** The settings of a server that takes payments: `price_plus` and `price_enterprise` are known. */
export const environment = {
  HOOKWELL_PAYMENT_WEBHOOK_SECRETS: secret,
  HOOKWELL_PRICE_PLANS: 'price_plus=plus,price_enterprise=enterprise',
};

/** Signs a body as the provider does, with the provider's own code. `at` is in seconds. */
export function sign(payload: string, { secret: by = secret, at = secondsNow() } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret: by, timestamp: at });
}

export function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

export interface Delivery {
  status: number;
  body: unknown;
}

/** Delivers an event as the provider does; a text is sent as it is. */
export async function deliver(
  server: Pick<TestServer, 'url'>,
  event: PaymentEvent | string,
  headers?: Record<string, string>,
): Promise<Delivery> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const response = await fetch(`${server.url}/api/billing/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(headers ?? { 'payment-signature': sign(body) }),
    },
    body,
  });
  return { status: response.status, body: await response.json() };
}

/** Delivers events that must be taken, one after another. */
export async function deliverAll(
  server: Pick<TestServer, 'url'>,
  events: readonly PaymentEvent[],
): Promise<void> {
  for (const event of events) {
    const { status, body } = await deliver(server, event);
    if (status !== 200) throw new Error(`${event.id} answered ${status}: ${JSON.stringify(body)}`);
  }
}

/** The first day of the life that `lifeOf` gives. */
export const january = Date.UTC(2026, 0, 1) / 1000;
export const daySeconds = 86_400;

let lastEvent = 0;

/** An event with an id of its own. */
export function eventOf(type: string, created: number, object: object): PaymentEvent {
  lastEvent += 1;
  return { id: `evt_${lastEvent}`, type, created, data: { object: { ...object } } };
}

export function checkout(subscription: string, created: number, more: object = {}): PaymentEvent {
  return eventOf('checkout.session.completed', created, {
    id: `cs_${subscription}`,
    object: 'checkout.session',
    mode: 'subscription',
    subscription,
    payment_status: 'paid',
    amount_total: 900,
    currency: 'eur',
    metadata: {},
    ...more,
  });
}

export interface InvoiceOptions {
  price?: string;
  amount?: number;
  currency?: string;
  /** The provider's API versions before 2025-03-31 had some values in other places. */
  oldShape?: boolean;
}

/** A paid invoice for thirty days from `created` on. */
export function invoice(
  subscription: string,
  created: number,
  { price = 'price_plus', amount = 900, currency = 'eur', oldShape = false }: InvoiceOptions = {},
): PaymentEvent {
  const period = { start: created, end: created + 30 * daySeconds };
  return eventOf('invoice.payment_succeeded', created, {
    id: `in_${created}`,
    object: 'invoice',
    amount_paid: amount,
    currency,
    ...(oldShape
      ? { subscription, lines: { data: [{ amount, period, price: { id: price } }] } }
      : {
          parent: { type: 'subscription_details', subscription_details: { subscription } },
          lines: { data: [{ amount, period, pricing: { price_details: { price } } }] },
        }),
  });
}

export function updated(
  subscription: string,
  created: number,
  status: string,
  { price = 'price_plus', oldShape = false }: { price?: string; oldShape?: boolean } = {},
): PaymentEvent {
  const period = { current_period_start: created, current_period_end: created + 30 * daySeconds };
  const item = { id: 'si_1', price: { id: price } };
  return eventOf('customer.subscription.updated', created, {
    id: subscription,
    object: 'subscription',
    status,
    ...(oldShape ? period : {}),
    items: { data: [oldShape ? item : { ...item, ...period }] },
  });
}

export function deleted(subscription: string, created: number): PaymentEvent {
  return eventOf('customer.subscription.deleted', created, {
    id: subscription,
    object: 'subscription',
    status: 'canceled',
  });
}

/** Bought, upgraded, renewed, not paid, paid after all, canceled. */
export function lifeOf(subscription: string, account: number): PaymentEvent[] {
  return [
    checkout(subscription, january, { client_reference_id: String(account) }),
    invoice(subscription, january, { oldShape: true }),
    updated(subscription, january + 10 * daySeconds, 'active', { price: 'price_enterprise' }),
    invoice(subscription, january + 30 * daySeconds, { price: 'price_enterprise', amount: 4900 }),
    updated(subscription, january + 60 * daySeconds, 'past_due', {
      price: 'price_enterprise',
      oldShape: true,
    }),
    invoice(subscription, january + 63 * daySeconds, { price: 'price_enterprise', amount: 4900 }),
    deleted(subscription, january + 90 * daySeconds),
  ];
}
