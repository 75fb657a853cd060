import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Linear',
  documentation: 'https://linear.app/developers/webhooks',
  headers: ['linear-event', 'linear-delivery', 'linear-signature'],
  shapes: [{ json: ['type', 'action', 'organizationId', 'webhookTimestamp'] }],
  events: [{ json: 'type', second: ['action'] }],
};

export const signature: WrittenScheme = {
  name: 'linear',
  title: 'Linear',
  documentation: 'https://linear.app/developers/webhooks#securing-webhooks',
  secret: {
    words: 'Signing secret',
    where: "On the webhook's page in Linear, under Settings, API.",
  },
  ways: [
    {
      by: 'hmac',
      header: 'Linear-Signature',
      time: {
        header: 'Linear-Timestamp',
        json: ['webhookTimestamp'],
        unit: 'ms',
        optional: true,
      },
    },
  ],
  tolerance: 60,
  id: { header: 'Linear-Delivery' },
  event: { header: 'Linear-Event' },
  proof: { library: '@linear/sdk' },
};
