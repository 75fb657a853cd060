import type { Row } from './row.ts';

/** Schemes that belong to no sender, or to many. */
export const generalRows: readonly Row[] = [
  {
    name: 'standard-webhooks',
    title: 'Standard Webhooks',
    documentation:
      'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md',
    secret: {
      words: 'Signing secret',
      where:
        'Where the sender shows its webhooks; it begins with whsec_, or with whpk_ if it is a public key.',
      form: 'whsec',
    },
    ways: [
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
      },
      {
        by: 'public-key',
        algorithm: 'ed25519',
        secretPrefix: 'whpk_',
        header: 'webhook-signature',
        text: { form: 'list', version: 'v1a' },
        encoding: 'base64',
        signed: '{id}.{timestamp}.{body}',
        time: { header: 'webhook-timestamp', unit: 's' },
        id: 'webhook-id',
      },
    ],
    senders: ['Standard Webhooks', 'OpenAI'],
    tolerance: 300,
    id: { header: 'webhook-id' },
    event: { json: ['type'] },
    proof: { library: 'standardwebhooks' },
  },
  {
    name: 'svix',
    title: 'Svix',
    documentation: 'https://docs.svix.com/receiving/verifying-payloads/how-manual',
    secret: {
      words: 'Signing Secret',
      where:
        'On the page of the endpoint, where the sender shows its webhooks; it begins with whsec_.',
      form: 'whsec',
    },
    ways: [
      {
        by: 'hmac',
        hash: 'sha256',
        key: 'whsec',
        header: 'svix-signature',
        text: { form: 'list', version: 'v1' },
        encoding: 'base64',
        signed: '{id}.{timestamp}.{body}',
        time: { header: 'svix-timestamp', unit: 's' },
        id: 'svix-id',
      },
    ],
    senders: ['Svix', 'Clerk', 'Resend'],
    tolerance: 300,
    id: { header: 'svix-id' },
    event: { json: ['type'] },
    proof: { library: 'svix' },
  },
  {
    name: 'custom',
    title: 'Custom HMAC',
    documentation: 'https://www.rfc-editor.org/rfc/rfc2104',
    secret: {
      words: 'Secret',
      where: 'Whatever key you and the sender agreed on.',
      form: 'text',
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
      form: 'text',
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
      where:
        'Whatever you set in the address or the settings at the sender, written as user:password.',
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
      form: 'text',
    },
    ways: [{ by: 'secret', header: 'Authorization', as: 'bearer' }],
    senders: [],
    storesSecret: true,
    proof: { example: 'https://www.rfc-editor.org/rfc/rfc6750#section-2.1' },
    note: 'Nothing is signed, and the Authorization header is stored with the request.',
  },
];
