import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Razorpay',
  documentation: 'https://razorpay.com/docs/webhooks/payloads/',
  shapes: [{ json: ['entity=event', 'account_id', 'event'] }],
  events: [{ json: 'event' }],
};

export const signature: WrittenScheme = {
  name: 'razorpay',
  title: 'Razorpay',
  documentation: 'https://razorpay.com/docs/webhooks/validate-test/',
  secret: {
    words: 'Webhook secret',
    where: 'In the Dashboard under Account & Settings, Webhooks, where you choose it.',
  },
  ways: [{ by: 'hmac', header: 'X-Razorpay-Signature' }],
  id: { header: 'X-Razorpay-Event-Id' },
  event: { json: ['event'] },
  proof: { library: 'razorpay' },
};
