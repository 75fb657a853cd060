import type { Marks, WrittenScheme } from '../sender/parts.ts';

export const marks: Marks = {
  name: 'Notion',
  documentation: 'https://developers.notion.com/reference/webhooks',
  shapes: [{ json: ['type', 'workspace_id', 'subscription_id', 'integration_id'] }],
  events: [{ json: 'type' }],
};

export const signature: WrittenScheme = {
  name: 'notion',
  title: 'Notion',
  documentation: 'https://developers.notion.com/reference/webhooks',
  secret: {
    words: 'Verification token',
    where:
      'Notion sends it to the endpoint in the first request; then it is entered on the page of the integration.',
    byHandshake: true,
  },
  ways: [{ by: 'hmac', header: 'X-Notion-Signature', text: { form: 'whole', prefix: 'sha256=' } }],
  id: { json: ['id'] },
  event: { json: ['type'] },
  proof: { library: '@notionhq/client' },
  note: 'The first request is not signed: it has the verification token in its body, which stays readable until the capture is removed.',
};
