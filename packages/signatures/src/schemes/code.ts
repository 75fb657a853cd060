import type { Row } from './row.ts';

/** Code, issues and deployments. */
export const codeRows: readonly Row[] = [
  {
    name: 'github',
    title: 'GitHub',
    documentation:
      'https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries',
    secret: {
      words: 'Secret',
      where: "In the webhook's settings on GitHub, where you choose it yourself.",
      form: 'text',
    },
    ways: [
      {
        by: 'hmac',
        hash: 'sha256',
        key: 'text',
        header: 'X-Hub-Signature-256',
        text: { form: 'whole', prefix: 'sha256=' },
        encoding: 'hex',
        signed: '{body}',
      },
    ],
    senders: ['GitHub'],
    id: { header: 'X-GitHub-Delivery' },
    event: { header: 'X-GitHub-Event' },
    proof: { library: '@octokit/webhooks-methods' },
  },
  {
    name: 'linear',
    title: 'Linear',
    documentation: 'https://linear.app/developers/webhooks#securing-webhooks',
    secret: {
      words: 'Signing secret',
      where: "On the webhook's page in Linear, under Settings, API.",
      form: 'text',
    },
    ways: [
      {
        by: 'hmac',
        hash: 'sha256',
        key: 'text',
        header: 'Linear-Signature',
        text: { form: 'whole' },
        encoding: 'hex',
        signed: '{body}',
        time: {
          json: ['webhookTimestamp'],
          header: 'Linear-Timestamp',
          unit: 'ms',
          optional: true,
        },
      },
    ],
    senders: ['Linear'],
    tolerance: 60,
    id: { header: 'Linear-Delivery' },
    event: { header: 'Linear-Event' },
    proof: { library: '@linear/sdk' },
  },
];
