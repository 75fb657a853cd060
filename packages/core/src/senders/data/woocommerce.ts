import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'WooCommerce',
  documentation: 'https://woocommerce.com/document/webhooks/',
  userAgents: ['woocommerce/'],
  events: [],
};

export const signature: WrittenScheme = {
  name: 'woocommerce',
  title: 'WooCommerce',
  documentation: 'https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks',
  secret: {
    words: 'Secret',
    where:
      'In WooCommerce under Settings, Advanced, Webhooks; if you leave it empty it is the consumer secret of the user.',
  },
  ways: [{ by: 'hmac', header: 'X-WC-Webhook-Signature', encoding: 'base64' }],
  id: { header: 'X-WC-Webhook-Delivery-ID' },
  event: { header: 'X-WC-Webhook-Topic' },
  proof: 'none',
};
