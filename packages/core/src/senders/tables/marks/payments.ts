import { marks as adyen } from '../../data/adyen.ts';
import { marks as paddle } from '../../data/paddle.ts';
import { marks as paypal } from '../../data/paypal.ts';
import { marks as plaid } from '../../data/plaid.ts';
import { marks as razorpay } from '../../data/razorpay.ts';
import { marks as square } from '../../data/square.ts';
import { marks as stripe } from '../../data/stripe.ts';
import type { Marks } from '../../parts/parts.ts';

/** Payments, subscriptions, banks, bookkeeping. */
export const paymentSenders: readonly Marks[] = [
  stripe,
  paypal,
  paddle,
  square,
  adyen,
  {
    name: 'Mollie',
    documentation: 'https://docs.mollie.com/reference/webhooks-new',
    shapes: [{ json: ['resource=event', 'type', 'entityId'] }],
    events: [{ json: 'type' }],
  },
  razorpay,
  {
    name: 'Braintree',
    documentation: 'https://developer.paypal.com/braintree/docs/guides/webhooks/overview',
    shapes: [{ form: ['bt_signature', 'bt_payload'] }],
    events: [],
  },
  {
    name: 'GoCardless',
    documentation: 'https://developer.gocardless.com/api-reference/#core-endpoints-events',
    userAgents: ['gocardless-webhook-service/'],
    shapes: [{ json: ['events[].resource_type', 'events[].action', 'events[].links'] }],
    events: [{ json: 'events[].resource_type', second: ['events[].action'] }],
  },
  {
    name: 'Coinbase Commerce',
    documentation: 'https://docs.cdp.coinbase.com/commerce/webhooks',
    shapes: [{ json: ['attempt_number', 'scheduled_for', 'event.type'] }],
    events: [{ json: 'event.type' }],
  },
  {
    name: 'Chargebee',
    documentation: 'https://apidocs.chargebee.com/docs/api/events',
    shapes: [{ json: ['event_type', 'webhook_status', 'content'] }],
    events: [{ json: 'event_type' }],
  },
  {
    name: 'Recurly',
    documentation: 'https://recurly.com/developers/reference/webhooks/',
    shapes: [{ json: ['object_type', 'event_type', 'site_id'] }],
    events: [{ json: 'object_type', second: ['event_type'] }],
  },
  {
    name: 'Lemon Squeezy',
    documentation: 'https://docs.lemonsqueezy.com/help/webhooks/webhook-requests',
    shapes: [{ json: ['meta.event_name', 'data.type'] }],
    events: [{ json: 'meta.event_name' }],
  },
  {
    name: 'RevenueCat',
    documentation: 'https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields',
    shapes: [{ json: ['api_version', 'event.type', 'event.app_user_id'] }],
    events: [{ json: 'event.type' }],
  },
  plaid,
  {
    name: 'Wise',
    documentation: 'https://docs.wise.com/guides/developer/webhooks/event-types',
    shapes: [{ json: ['event_type', 'subscription_id', 'schema_version', 'sent_at'] }],
    events: [{ json: 'event_type' }],
  },
  {
    name: 'Xero',
    documentation: 'https://developer.xero.com/documentation/guides/webhooks/overview/',
    shapes: [{ json: ['events', 'firstEventSequence', 'lastEventSequence'] }],
    events: [{ json: 'events[].eventCategory', second: ['events[].eventType'] }],
  },
  {
    name: 'QuickBooks',
    documentation: 'https://developer.intuit.com/app/developer/qbo/docs/develop/webhooks',
    headers: ['intuit-signature'],
    shapes: [{ json: ['eventNotifications[].realmId'] }],
    events: [
      {
        json: 'eventNotifications[].dataChangeEvent.entities[].name',
        second: ['eventNotifications[].dataChangeEvent.entities[].operation'],
      },
    ],
  },
];
