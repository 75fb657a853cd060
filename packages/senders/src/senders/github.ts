import type { Marks, WrittenScheme } from '../sender/parts.ts';

export const marks: Marks = {
  name: 'GitHub',
  documentation: 'https://docs.github.com/en/webhooks/webhook-events-and-payloads',
  userAgents: ['github-hookshot/'],
  shapes: [{ json: ['sender.node_id', 'sender.login'] }],
  events: [{ github: 'keys' }],
};

export const signature: WrittenScheme = {
  name: 'github',
  title: 'GitHub',
  documentation: 'https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries',
  secret: {
    words: 'Secret',
    where: "In the webhook's settings on GitHub, where you choose it yourself.",
  },
  ways: [{ by: 'hmac', header: 'X-Hub-Signature-256', text: { form: 'whole', prefix: 'sha256=' } }],
  id: { header: 'X-GitHub-Delivery' },
  event: { header: 'X-GitHub-Event' },
  proof: { library: '@octokit/webhooks-methods' },
};
