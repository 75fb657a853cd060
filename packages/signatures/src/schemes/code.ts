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
          header: 'Linear-Timestamp',
          json: ['webhookTimestamp'],
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
  {
    name: 'gitlab',
    title: 'GitLab',
    documentation: 'https://docs.gitlab.com/user/project/integrations/webhooks/',
    secret: {
      words: 'Signing token or secret token',
      where:
        "In the webhook's settings on GitLab: a signing token begins with whsec_, a secret token is whatever you choose.",
      form: 'text',
    },
    ways: [
      { by: 'secret', header: 'X-Gitlab-Token' },
      {
        by: 'hmac',
        hash: 'sha256',
        key: 'whsec',
        header: 'webhook-signature',
        text: { form: 'list', version: 'v1' },
        encoding: 'base64',
        signed: '{id}.{timestamp}.{body}',
        time: { header: 'webhook-timestamp', unit: 's' },
        id: 'webhook-id',
        secretPrefix: 'whsec_',
      },
    ],
    senders: ['GitLab'],
    tolerance: 300,
    id: { header: 'Idempotency-Key' },
    event: { header: 'X-Gitlab-Event' },
    proof: { library: 'standardwebhooks' },
    note: 'A secret token is sent as it is and signs nothing. A signing token signs as Standard Webhooks do, and it is what the proof is about.',
  },
  {
    name: 'bitbucket',
    title: 'Bitbucket',
    documentation: 'https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/',
    secret: {
      words: 'Secret',
      where:
        "In the repository's settings under Webhooks, where you choose it or let Bitbucket make one.",
      form: 'text',
    },
    ways: [
      {
        by: 'hmac',
        hash: 'sha256',
        key: 'text',
        header: 'X-Hub-Signature',
        text: { form: 'whole', prefix: 'sha256=' },
        encoding: 'hex',
        signed: '{body}',
      },
    ],
    senders: ['Bitbucket'],
    id: { header: 'X-Request-UUID' },
    event: { header: 'X-Event-Key' },
    proof: { example: 'https://developer.atlassian.com/cloud/jira/platform/webhooks/' },
    note: 'Atlassian publishes the example for Jira, which signs in the same way.',
  },
  {
    name: 'jira',
    title: 'Jira',
    documentation: 'https://developer.atlassian.com/cloud/jira/platform/webhooks/',
    secret: {
      words: 'Secret',
      where: "In Jira's settings under System, WebHooks, where you choose it or let Jira make one.",
      form: 'text',
    },
    ways: [
      {
        by: 'hmac',
        hash: 'sha256',
        key: 'text',
        header: 'X-Hub-Signature',
        text: { form: 'whole', prefix: 'sha256=' },
        encoding: 'hex',
        signed: '{body}',
      },
    ],
    senders: ['Jira'],
    id: { header: 'X-Atlassian-Webhook-Identifier' },
    event: { json: ['webhookEvent'] },
    proof: { example: 'https://developer.atlassian.com/cloud/jira/platform/webhooks/' },
  },
  {
    name: 'vercel',
    title: 'Vercel',
    documentation: 'https://vercel.com/docs/webhooks/webhooks-api',
    secret: {
      words: 'Secret',
      where:
        'Vercel shows it once, when the webhook is created; for an integration it is its client secret.',
      form: 'text',
    },
    ways: [
      {
        by: 'hmac',
        hash: 'sha1',
        key: 'text',
        header: 'x-vercel-signature',
        text: { form: 'whole' },
        encoding: 'hex',
        signed: '{body}',
      },
    ],
    senders: ['Vercel'],
    id: { json: ['id'] },
    event: { json: ['type'] },
    proof: 'none',
  },
];
