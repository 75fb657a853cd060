import { acceptedWith, type Handshake } from './handshake.ts';

/** Values that a header can send (RFC 9110, section 5.5), no longer than a secret may be. */
const sendable = /^[\t\x20-\x7e\x80-\xff]{1,4096}$/;

export const asana: Handshake = {
  sender: 'Asana',
  documentation: 'https://developers.asana.com/docs/webhooks-guide',
  sends: 'POST with the header X-Hook-Secret',
  answers: '200 with the same header; its value is the secret',
  paths: [],
  answer: (asked) => {
    const secret = asked.doorHeader('x-hook-secret');
    if (secret === undefined || !sendable.test(secret)) return undefined;
    return acceptedWith(secret, [['X-Hook-Secret', secret]], asked, 'asana');
  },
};
