import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Mailgun',
  documentation: 'https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhooks',
  userAgents: ['mailgun/'],
  shapes: [{ json: ['signature.token', 'event-data.event'] }],
  events: [{ json: 'event-data.event' }, { form: 'event' }],
};

export const signature: WrittenScheme = {
  name: 'mailgun',
  title: 'Mailgun',
  documentation:
    'https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks',
  secret: {
    words: 'HTTP webhook signing key',
    where: 'In Mailgun under API security.',
  },
  ways: [{ by: 'own', headers: [] }],
  tolerance: 300,
  id: { json: ['event-data', 'id'] },
  event: { json: ['event-data', 'event'] },
  canSign: false,
  proof: 'none',
  note: 'Mailgun signs a time and a token, and nothing of what happened: a valid signature does not show that the event is unchanged.',
};
