import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Mailchimp Transactional',
  documentation: 'https://mailchimp.com/developer/transactional/docs/webhooks/',
  userAgents: ['mandrill-webhook/'],
  shapes: [{ form: ['mandrill_events'] }],
  events: [{ json: '[].event' }, { json: '[].type', second: ['[].action'] }],
};

export const signature: WrittenScheme = {
  name: 'mandrill',
  title: 'Mailchimp Transactional (Mandrill)',
  documentation:
    'https://mandrill.zendesk.com/hc/en-us/articles/360039232513-How-to-Authenticate-Webhook-Requests',
  secret: {
    words: 'Webhook key',
    where: 'In Mailchimp Transactional on the page Webhooks, in the column Key.',
  },
  ways: [{ by: 'own', headers: ['X-Mandrill-Signature'] }],
  senders: ['Mailchimp Transactional'],
  proof: 'none',
  note: 'The public URL is signed as it was entered there, with the fields of the form. The request that tests a new URL is signed with the text test-webhook.',
};
