import type { Row } from './row.ts';

/** Messages, calls and mail. */
export const messagingRows: readonly Row[] = [
  {
    name: 'slack',
    title: 'Slack',
    documentation: 'https://docs.slack.dev/authentication/verifying-requests-from-slack/',
    secret: {
      words: 'Signing Secret',
      where: "On the app's page at api.slack.com/apps: Basic Information, App Credentials.",
      form: 'text',
    },
    ways: [
      {
        by: 'hmac',
        hash: 'sha256',
        key: 'text',
        header: 'X-Slack-Signature',
        text: { form: 'whole', prefix: 'v0=' },
        encoding: 'hex',
        signed: 'v0:{timestamp}:{body}',
        time: { header: 'X-Slack-Request-Timestamp', unit: 's' },
      },
    ],
    senders: ['Slack'],
    tolerance: 300,
    id: { json: ['event_id'] },
    event: { json: ['event', 'type'] },
    proof: { library: '@slack/bolt' },
  },
];
