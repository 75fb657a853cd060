import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Jira',
  documentation: 'https://developer.atlassian.com/cloud/jira/platform/webhooks/',
  shapes: [{ json: ['webhookEvent', 'timestamp'] }],
  events: [{ json: 'webhookEvent' }],
};

export const signature: WrittenScheme = {
  name: 'jira',
  title: 'Jira',
  documentation: 'https://developer.atlassian.com/cloud/jira/platform/webhooks/',
  secret: {
    words: 'Secret',
    where: "In Jira's settings under System, WebHooks, where you choose it or let Jira make one.",
  },
  ways: [{ by: 'hmac', header: 'X-Hub-Signature', text: { form: 'whole', prefix: 'sha256=' } }],
  id: { header: 'X-Atlassian-Webhook-Identifier' },
  event: { json: ['webhookEvent'] },
  proof: { example: 'https://developer.atlassian.com/cloud/jira/platform/webhooks/' },
};
