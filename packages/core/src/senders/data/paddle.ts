import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Paddle',
  documentation: 'https://developer.paddle.com/webhooks/overview',
  headers: ['paddle-signature'],
  shapes: [
    { json: ['event_type', 'event_id', 'notification_id', 'occurred_at'] },
    { form: ['alert_name', 'p_signature'] },
  ],
  events: [{ json: 'event_type' }, { form: 'alert_name' }],
};

export const signature: WrittenScheme = {
  name: 'paddle',
  title: 'Paddle',
  documentation: 'https://developer.paddle.com/webhooks/signature-verification',
  secret: {
    words: 'Secret key',
    where:
      "In Paddle under Developer Tools, Notifications, on the destination's page; it begins with pdl_ntfset_.",
  },
  ways: [
    {
      by: 'hmac',
      header: 'Paddle-Signature',
      text: { form: 'fields', separator: ';', signature: 'h1', time: 'ts' },
      signed: '{timestamp}:{body}',
      time: { unit: 's' },
    },
  ],
  id: { json: ['event_id'] },
  event: { json: ['event_type'] },
  proof: { library: '@paddle/paddle-node-sdk' },
  note: "Paddle's own SDK refuses what was signed more than 5 seconds ago; set tolerance to 5 to see what it would say.",
};
