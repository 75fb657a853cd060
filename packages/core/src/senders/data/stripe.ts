import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Stripe',
  documentation: 'https://docs.stripe.com/webhooks',
  userAgents: ['stripe/'],
  headers: ['stripe-signature'],
  shapes: [
    { json: ['object=event', 'type', 'api_version', 'livemode'] },
    { json: ['object=v2.core.event', 'type'] },
  ],
  events: [{ json: 'type' }],
};

export const signature: WrittenScheme = {
  name: 'stripe',
  title: 'Stripe',
  documentation: 'https://docs.stripe.com/webhooks#verify-official-libraries',
  secret: {
    words: 'Signing secret',
    where: 'In the Stripe Dashboard, on the page of the webhook endpoint; it begins with whsec_.',
  },
  ways: [
    {
      by: 'hmac',
      header: 'Stripe-Signature',
      text: { form: 'fields', separator: ',', signature: 'v1', time: 't' },
      signed: '{timestamp}.{body}',
      time: { unit: 's' },
    },
  ],
  id: { json: ['id'] },
  event: { json: ['type'] },
  proof: { library: 'stripe' },
};
