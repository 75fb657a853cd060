import type { WrittenScheme } from '@hookwell/senders/signatures';

/** Schemes that belong to no sender. */
export const generalSchemes: readonly WrittenScheme[] = [
  {
    name: 'custom',
    title: 'Custom HMAC',
    documentation: 'https://www.rfc-editor.org/rfc/rfc2104',
    secret: {
      words: 'Secret',
      where: 'Whatever key you and the sender agreed on.',
    },
    ways: [],
    senders: [],
    proof: { example: 'https://www.rfc-editor.org/rfc/rfc4231' },
    note: 'The members of the settings say what is signed and how. A time is judged if it is signed.',
  },
  {
    name: 'token',
    title: 'Secret in a header',
    documentation: 'https://www.rfc-editor.org/rfc/rfc9110#name-authentication',
    secret: {
      words: 'Token',
      where: 'Whatever value you and the sender agreed on.',
    },
    ways: [],
    senders: [],
    proof: 'none',
    note: 'Nothing is signed: the header equals the secret. A header whose name does not begin with X- is stored, and so is the secret in it.',
  },
  {
    name: 'basic',
    title: 'Basic authentication',
    documentation: 'https://www.rfc-editor.org/rfc/rfc7617',
    secret: {
      words: 'User name and password',
      where: 'Whatever you set in the URL or the settings at the sender, written as user:password.',
      form: 'user-password',
    },
    ways: [{ by: 'secret', header: 'Authorization', as: 'basic' }],
    senders: [],
    storesSecret: true,
    proof: { example: 'https://www.rfc-editor.org/rfc/rfc7617#section-2' },
    note: 'Nothing is signed, and the Authorization header is stored with the request.',
  },
  {
    name: 'bearer',
    title: 'Bearer token',
    documentation: 'https://www.rfc-editor.org/rfc/rfc6750',
    secret: {
      words: 'Token',
      where: 'Whatever token you set at the sender, without the word Bearer.',
    },
    ways: [{ by: 'secret', header: 'Authorization', as: 'bearer' }],
    senders: [],
    storesSecret: true,
    proof: { example: 'https://www.rfc-editor.org/rfc/rfc6750#section-2.1' },
    note: 'Nothing is signed, and the Authorization header is stored with the request.',
  },
];
