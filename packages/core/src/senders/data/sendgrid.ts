import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'SendGrid',
  documentation: 'https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event',
  userAgents: ['sendgrid event api'],
  shapes: [{ json: ['[].sg_event_id', '[].event'] }],
  events: [{ json: '[].event' }],
};

export const signature: WrittenScheme = {
  name: 'sendgrid',
  title: 'SendGrid',
  documentation:
    'https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features',
  secret: {
    words: 'Verification Key',
    where:
      'In SendGrid under Mail Settings, Event Webhook, Signature Verification: the public key in Base64.',
    form: 'public-key',
  },
  ways: [
    {
      by: 'public-key',
      algorithm: 'ecdsa-sha256',
      header: 'X-Twilio-Email-Event-Webhook-Signature',
      text: { form: 'whole' },
      encoding: 'base64',
      signed: '{timestamp}{body}',
      time: { header: 'X-Twilio-Email-Event-Webhook-Timestamp', unit: 's' },
    },
  ],
  event: { json: ['0', 'event'] },
  canSign: false,
  proof: { library: '@sendgrid/eventwebhook' },
  note: 'A request has many events; the first one names it.',
};
