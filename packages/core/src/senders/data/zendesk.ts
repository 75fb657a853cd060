import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Zendesk',
  documentation:
    'https://developer.zendesk.com/api-reference/webhooks/event-types/webhook-event-types/',
  shapes: [{ json: ['type^=zen:event-type:', 'zendesk_event_version'] }],
  events: [{ json: 'type' }],
};

export const signature: WrittenScheme = {
  name: 'zendesk',
  title: 'Zendesk',
  documentation: 'https://developer.zendesk.com/documentation/webhooks/verifying/',
  secret: {
    words: 'Signing secret',
    where: "On the webhook's page in the Admin Center: Reveal secret.",
  },
  ways: [
    {
      by: 'hmac',
      header: 'X-Zendesk-Webhook-Signature',
      encoding: 'base64',
      signed: '{timestamp}{body}',
      time: { header: 'X-Zendesk-Webhook-Signature-Timestamp', unit: 'iso' },
    },
  ],
  id: { header: 'X-Zendesk-Webhook-Invocation-Id' },
  event: { json: ['type'] },
  proof: 'none',
  note: 'Webhooks of triggers have a body of your own making, and no event.',
};
