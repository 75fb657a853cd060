import { acceptedWith, type Handshake, headerValue } from '../parts/handshake.ts';
import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Asana',
  documentation: 'https://developers.asana.com/docs/webhooks-guide',
  shapes: [{ json: ['events[].action', 'events[].resource.gid'] }],
  events: [{ json: 'events[].resource.resource_type', second: ['events[].action'] }],
};

export const signature: WrittenScheme = {
  name: 'asana',
  title: 'Asana',
  documentation: 'https://developers.asana.com/docs/webhooks-guide',
  secret: {
    words: 'X-Hook-Secret',
    where: 'Asana sends it once, in the handshake of a new webhook.',
    byHandshake: true,
    handshakeHeader: 'X-Hook-Secret',
  },
  ways: [{ by: 'hmac', header: 'X-Hook-Signature' }],
  proof: 'none',
};

export const handshake: Handshake = {
  sender: 'Asana',
  documentation: 'https://developers.asana.com/docs/webhooks-guide',
  sends: 'POST with the header X-Hook-Secret',
  answers: '200 with the same header; its value is the secret',
  paths: [],
  answer: (asked) => {
    const secret = headerValue(asked.header('x-hook-secret'));
    if (secret === undefined) return undefined;
    return acceptedWith(secret, [['X-Hook-Secret', secret]], asked, 'asana');
  },
};
