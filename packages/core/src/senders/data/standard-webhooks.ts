import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Standard Webhooks',
  documentation:
    'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md',
  headersTogether: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  events: 'generic',
};

export const signature: WrittenScheme = {
  name: 'standard-webhooks',
  title: 'Standard Webhooks',
  documentation:
    'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md',
  secret: {
    words: 'Signing secret',
    where:
      'Where the sender shows its webhooks; it begins with whsec_ (v1,whsec_ at Supabase), with polar_whs_ at Polar, or with whpk_ if it is a public key.',
    form: 'whsec',
  },
  ways: [
    { by: 'standard-webhooks', names: 'webhook' },
    { by: 'standard-webhooks', names: 'webhook', secretPrefix: 'polar_whs_', key: 'text' },
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
  id: { header: 'webhook-id' },
  event: { json: ['type'] },
  proof: { library: 'standardwebhooks' },
  note: 'The whole text of a secret that begins with polar_whs_ is the key, with this beginning, as Polar says.',
};
