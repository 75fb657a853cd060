import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Svix',
  documentation: 'https://docs.svix.com/receiving/verifying-payloads/how-manual',
  userAgents: ['svix-webhooks/'],
  headers: ['svix-id'],
  events: 'generic',
};

export const signature: WrittenScheme = {
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
    { by: 'standard-webhooks', names: 'svix' },
    { by: 'standard-webhooks', names: 'webhook' },
    { by: 'standard-webhooks', names: 'webhook', secretPrefix: 'polar_whs_', key: 'text' },
  ],
  senders: ['Svix', 'Clerk', 'Resend'],
  id: { header: 'svix-id' },
  event: { json: ['type'] },
  proof: { library: 'svix' },
};
