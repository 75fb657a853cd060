import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Calendly',
  documentation: 'https://developer.calendly.com/api-docs/webhook-subscriptions',
  headers: ['calendly-webhook-signature'],
  shapes: [{ json: ['event', 'payload', 'created_by^=https://api.calendly.com/'] }],
  events: [{ json: 'event' }],
};

export const signature: WrittenScheme = {
  name: 'calendly',
  title: 'Calendly',
  documentation: 'https://developer.calendly.com/api-docs/webhook-signatures',
  secret: {
    words: 'Signing key',
    where: 'The signing_key that the webhook subscription was made with.',
  },
  ways: [
    {
      by: 'hmac',
      header: 'Calendly-Webhook-Signature',
      text: { form: 'fields', separator: ',', signature: 'v1', time: 't' },
      signed: '{timestamp}.{body}',
      time: { unit: 's' },
    },
  ],
  tolerance: 180,
  event: { json: ['event'] },
  proof: 'none',
};
