import { acceptedWith, type Handshake, stringAt } from '../parts/handshake.ts';
import type { Marks, WrittenScheme } from '../parts/parts.ts';

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

const verificationToken = ['verification_token'];

export const handshake: Handshake = {
  sender: 'Notion',
  documentation: 'https://developers.notion.com/reference/webhooks',
  sends: 'POST with a verification_token and nothing else',
  answers: '200; the token is the secret',
  paths: [verificationToken],
  answer: (asked) => {
    const secret = stringAt(asked, verificationToken);
    if (secret === undefined || secret === '' || !isAlone(asked.body())) return undefined;
    return acceptedWith(secret, [], asked, 'notion');
  },
};

/** A handshake has a token of some 50 characters. */
const mostNotionCharacters = 4096;

/** Whether the object has one member only. */
function isAlone(body: string): boolean {
  if (body.length > mostNotionCharacters) return false;
  try {
    return Object.keys(JSON.parse(body) as object).length === 1;
  } catch {
    // Behind a byte order mark, for example.
    return false;
  }
}
