import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Intercom',
  documentation: 'https://developers.intercom.com/docs/webhooks',
  shapes: [{ json: ['type=notification_event', 'topic'] }],
  events: [{ json: 'topic' }],
};

export const signature: WrittenScheme = {
  name: 'intercom',
  title: 'Intercom',
  documentation: 'https://developers.intercom.com/docs/webhooks/webhook-notifications',
  secret: {
    words: 'Client secret',
    where: "On the app's page in the Developer Hub under Basic information.",
  },
  ways: [
    {
      by: 'hmac',
      hash: 'sha1',
      header: 'X-Hub-Signature',
      text: { form: 'whole', prefix: 'sha1=' },
    },
  ],
  id: { json: ['id'] },
  event: { json: ['topic'] },
  proof: 'none',
};
