import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Shopify',
  documentation: 'https://shopify.dev/docs/apps/build/webhooks',
  userAgents: ['shopify-captain-hook'],
  shapes: [{ json: ['admin_graphql_api_id^=gid://shopify/'] }],
  events: [],
};

export const signature: WrittenScheme = {
  name: 'shopify',
  title: 'Shopify',
  documentation: 'https://shopify.dev/docs/apps/build/webhooks/subscribe/https',
  secret: {
    words: 'Client secret',
    where:
      "In the app's settings, as its client secret; for webhooks made in a shop's admin, under Settings, Notifications, Webhooks.",
  },
  ways: [
    { by: 'hmac', header: 'X-Shopify-Hmac-SHA256', encoding: 'base64' },
    { by: 'hmac', header: 'Shopify-Hmac-SHA256', encoding: 'base64' },
  ],
  id: { header: 'X-Shopify-Webhook-Id' },
  event: { header: 'X-Shopify-Topic' },
  proof: { library: '@shopify/shopify-api' },
};
