import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Vercel',
  documentation: 'https://vercel.com/docs/webhooks/webhooks-api',
  shapes: [{ json: ['type', 'payload', 'createdAt', 'region'] }],
  events: [{ json: 'type' }],
};

export const signature: WrittenScheme = {
  name: 'vercel',
  title: 'Vercel',
  documentation: 'https://vercel.com/docs/webhooks/webhooks-api',
  secret: {
    words: 'Secret',
    where:
      'Vercel shows it once, when the webhook is created; for an integration it is its client secret.',
  },
  ways: [{ by: 'hmac', hash: 'sha1', header: 'x-vercel-signature' }],
  id: { json: ['id'] },
  event: { json: ['type'] },
  proof: 'none',
};
