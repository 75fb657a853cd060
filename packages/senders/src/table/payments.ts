import type { Sender } from './sender.ts';

/** Payments, subscriptions, banks, bookkeeping. */
export const paymentSenders: readonly Sender[] = [
  {
    name: 'Stripe',
    documentation: 'https://docs.stripe.com/webhooks',
    userAgents: ['stripe/'],
    headers: ['stripe-signature'],
    shapes: [
      { json: ['object=event', 'type', 'api_version', 'livemode'] },
      { json: ['object=v2.core.event', 'type'] },
    ],
    events: [{ json: 'type' }],
  },
  {
    name: 'PayPal',
    documentation: 'https://developer.paypal.com/api/rest/webhooks/event-names/',
    userAgents: ['paypal/', 'paypal ipn'],
    headers: ['paypal-transmission-id'],
    shapes: [
      { json: ['event_type', 'event_version', 'resource_type'] },
      { form: ['ipn_track_id'] },
    ],
    events: [{ json: 'event_type' }, { form: 'txn_type' }, { form: 'payment_status' }],
  },
  {
    name: 'Paddle',
    documentation: 'https://developer.paddle.com/webhooks/overview',
    headers: ['paddle-signature'],
    shapes: [
      { json: ['event_type', 'event_id', 'notification_id', 'occurred_at'] },
      { form: ['alert_name', 'p_signature'] },
    ],
    events: [{ json: 'event_type' }, { form: 'alert_name' }],
  },
  {
    name: 'Square',
    documentation: 'https://developer.squareup.com/docs/webhooks/overview',
    headers: ['square-environment'],
    shapes: [{ json: ['merchant_id', 'type', 'event_id', 'data.type'] }],
    events: [{ json: 'type' }],
  },
  {
    name: 'Adyen',
    documentation: 'https://docs.adyen.com/development-resources/webhooks/',
    userAgents: ['adyen httpclient'],
    shapes: [
      { json: ['notificationItems[].NotificationRequestItem'] },
      { json: ['type^=balancePlatform.', 'environment'] },
    ],
    events: [{ json: 'notificationItems[].NotificationRequestItem.eventCode' }, { json: 'type' }],
  },
  {
    name: 'Mollie',
    documentation: 'https://docs.mollie.com/reference/webhooks-new',
    shapes: [{ json: ['resource=event', 'type', 'entityId'] }],
    events: [{ json: 'type' }],
  },
  {
    name: 'Razorpay',
    documentation: 'https://razorpay.com/docs/webhooks/payloads/',
    shapes: [{ json: ['entity=event', 'account_id', 'event'] }],
    events: [{ json: 'event' }],
  },
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
  {
    name: 'Plaid',
    documentation: 'https://plaid.com/docs/api/webhooks/',
    headers: ['plaid-verification'],
    shapes: [{ json: ['webhook_type', 'webhook_code', 'environment'] }],
    events: [{ json: 'webhook_type', second: ['webhook_code'] }],
  },
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
