import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Bitbucket',
  documentation: 'https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/',
  userAgents: ['bitbucket-webhooks/'],
  shapes: [
    { json: ['eventKey', 'actor'] },
    { json: ['actor', 'repository', 'push.changes'] },
    { json: ['actor', 'repository', 'pullrequest'] },
  ],
  events: [
    { json: 'eventKey' },
    { has: 'push.changes', event: 'repo:push' },
    { has: 'fork', event: 'repo:fork' },
  ],
};

export const signature: WrittenScheme = {
  name: 'bitbucket',
  title: 'Bitbucket',
  documentation: 'https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/',
  secret: {
    words: 'Secret',
    where:
      "In the repository's settings under Webhooks, where you choose it or let Bitbucket make one.",
  },
  ways: [{ by: 'hmac', header: 'X-Hub-Signature', text: { form: 'whole', prefix: 'sha256=' } }],
  id: { header: 'X-Request-UUID' },
  event: { header: 'X-Event-Key' },
  proof: { example: 'https://developer.atlassian.com/cloud/jira/platform/webhooks/' },
  note: 'Atlassian publishes the example for Jira, which signs in the same way.',
};
