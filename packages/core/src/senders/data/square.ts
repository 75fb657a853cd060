import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Square',
  documentation: 'https://developer.squareup.com/docs/webhooks/overview',
  headers: ['square-environment'],
  shapes: [{ json: ['merchant_id', 'type', 'event_id', 'data.type'] }],
  events: [{ json: 'type' }],
};

export const signature: WrittenScheme = {
  name: 'square',
  title: 'Square',
  documentation: 'https://developer.squareup.com/docs/webhooks/step3validate',
  secret: {
    words: 'Signature Key',
    where: 'In the Developer Console on the page of the webhook subscription.',
  },
  ways: [
    {
      by: 'hmac',
      header: 'x-square-hmacsha256-signature',
      encoding: 'base64',
      signed: '{url}{body}',
    },
  ],
  id: { json: ['event_id'] },
  event: { json: ['type'] },
  proof: { library: 'square' },
};
