import type { Row } from './row.ts';

/** Shops and payments. */
export const commerceRows: readonly Row[] = [
  {
    name: 'stripe',
    title: 'Stripe',
    documentation: 'https://docs.stripe.com/webhooks#verify-official-libraries',
    secret: {
      words: 'Signing secret',
      where: 'In the Stripe Dashboard, on the page of the webhook endpoint; it begins with whsec_.',
      form: 'text',
    },
    ways: [
      {
        by: 'hmac',
        hash: 'sha256',
        key: 'text',
        header: 'Stripe-Signature',
        text: { form: 'fields', separator: ',', signature: 'v1', time: 't' },
        encoding: 'hex',
        signed: '{timestamp}.{body}',
        time: { unit: 's' },
      },
    ],
    senders: ['Stripe'],
    tolerance: 300,
    id: { json: ['id'] },
    event: { json: ['type'] },
    proof: { library: 'stripe' },
  },
  {
    name: 'shopify',
    title: 'Shopify',
    documentation: 'https://shopify.dev/docs/apps/build/webhooks/subscribe/https',
    secret: {
      words: 'Client secret',
      where:
        "In the app's settings, as its client secret; for webhooks made in a shop's admin, under Settings, Notifications, Webhooks.",
      form: 'text',
    },
    ways: [
      {
        by: 'hmac',
        hash: 'sha256',
        key: 'text',
        header: 'X-Shopify-Hmac-SHA256',
        text: { form: 'whole' },
        encoding: 'base64',
        signed: '{body}',
      },
    ],
    senders: ['Shopify'],
    id: { header: 'X-Shopify-Webhook-Id' },
    event: { header: 'X-Shopify-Topic' },
    proof: { library: '@shopify/shopify-api' },
  },
];
