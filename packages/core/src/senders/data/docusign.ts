import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'DocuSign',
  documentation: 'https://developers.docusign.com/platform/webhooks/connect/',
  shapes: [{ json: ['event', 'apiVersion', 'configurationId', 'retryCount'] }],
  events: [{ json: 'event' }],
};

export const signature: WrittenScheme = {
  name: 'docusign',
  title: 'DocuSign',
  documentation: 'https://developers.docusign.com/platform/webhooks/connect/hmac/',
  secret: {
    words: 'HMAC key',
    where: "In DocuSign's settings under Connect, Connect Keys; shown once.",
  },
  ways: [
    {
      by: 'hmac',
      header: 'X-DocuSign-Signature-',
      text: { form: 'numbered' },
      encoding: 'base64',
    },
  ],
  event: { json: ['event'] },
  proof: 'none',
};
