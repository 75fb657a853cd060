import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Plaid',
  documentation: 'https://plaid.com/docs/api/webhooks/',
  headers: ['plaid-verification'],
  shapes: [{ json: ['webhook_type', 'webhook_code', 'environment'] }],
  events: [{ json: 'webhook_type', second: ['webhook_code'] }],
};

export const signature: WrittenScheme = {
  name: 'plaid',
  title: 'Plaid',
  documentation: 'https://plaid.com/docs/api/webhooks/webhook-verification/',
  secret: {
    words: 'Verification key',
    where: 'What /webhook_verification_key/get answers for the key id in the JWT: the JWK as JSON.',
    form: 'jwk',
  },
  ways: [{ by: 'own', headers: ['Plaid-Verification'] }],
  tolerance: 300,
  event: { json: ['webhook_type'] },
  canSign: false,
  proof: { library: 'jose' },
  note: 'The key that the request names is never fetched. jose is the library that the page about verification uses.',
};
