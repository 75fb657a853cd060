import type { Row } from './row.ts';

/** Files, content and clouds. */
export const cloudRows: readonly Row[] = [
  {
    name: 'docusign',
    title: 'DocuSign',
    documentation: 'https://developers.docusign.com/platform/webhooks/connect/hmac/',
    secret: {
      words: 'HMAC key',
      where: "In DocuSign's settings under Connect, Connect Keys; shown once.",
      form: 'text',
    },
    ways: [
      {
        by: 'hmac',
        hash: 'sha256',
        key: 'text',
        header: 'X-DocuSign-Signature-',
        text: { form: 'numbered' },
        encoding: 'base64',
        signed: '{body}',
      },
    ],
    senders: ['DocuSign'],
    event: { json: ['event'] },
    proof: 'none',
  },
  {
    name: 'dropbox',
    title: 'Dropbox',
    documentation: 'https://www.dropbox.com/developers/reference/webhooks',
    secret: {
      words: 'App secret',
      where: "On the app's page in the App Console under Settings.",
      form: 'text',
    },
    ways: [
      {
        by: 'hmac',
        hash: 'sha256',
        key: 'text',
        header: 'X-Dropbox-Signature',
        text: { form: 'whole' },
        encoding: 'hex',
        signed: '{body}',
      },
    ],
    senders: ['Dropbox'],
    proof: 'none',
  },
  {
    name: 'contentful',
    title: 'Contentful',
    documentation: 'https://www.contentful.com/developers/docs/webhooks/request-verification/',
    secret: {
      words: 'Signing secret',
      where: "In the space's settings under Webhooks, Settings: 64 characters.",
      form: 'text',
    },
    ways: [
      {
        by: 'own',
        headers: [
          'x-contentful-signature',
          'x-contentful-signed-headers',
          'x-contentful-timestamp',
        ],
      },
    ],
    senders: ['Contentful'],
    tolerance: 300,
    event: { header: 'X-Contentful-Topic' },
    proof: { library: '@contentful/node-apps-toolkit' },
    note: "Contentful's own library refuses what was signed more than 30 seconds ago unless it is told another time; set tolerance to 30 to see what it would say.",
  },
  {
    name: 'microsoft-graph',
    title: 'Microsoft Graph',
    documentation: 'https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks',
    secret: {
      words: 'clientState',
      where: 'The clientState that the subscription was made with.',
      form: 'text',
    },
    ways: [{ by: 'own', headers: [] }],
    senders: ['Microsoft Graph'],
    event: { json: ['value', '0', 'changeType'] },
    canSign: false,
    proof: 'none',
    note: 'Nothing is signed: each notification in the body has the clientState, which is stored with the body.',
  },
  {
    name: 'aws-sns',
    title: 'Amazon SNS',
    documentation: 'https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html',
    secret: {
      words: 'Signing certificate',
      where: 'The certificate that SigningCertURL names in the messages, pasted as PEM.',
      form: 'certificate',
    },
    ways: [{ by: 'own', headers: [] }],
    senders: ['Amazon SNS'],
    id: { json: ['MessageId'] },
    event: { json: ['Type'] },
    canSign: false,
    proof: { library: 'sns-validator' },
    note: 'The URL in the message is never fetched. The signed time is that of publishing, so a late attempt is stale: tolerance makes room for it.',
  },
];
