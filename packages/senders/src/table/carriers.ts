import type { Sender } from './sender.ts';

/**
 * Forms and services that carry the events of many senders. A request counts as theirs only if its sender is not known
 * otherwise.
 */
export const carriers: readonly Sender[] = [
  {
    name: 'CloudEvents',
    documentation:
      'https://github.com/cloudevents/spec/blob/main/cloudevents/bindings/http-protocol-binding.md',
    headers: ['ce-type', 'ce-specversion'],
    mediaTypes: ['application/cloudevents+json', 'application/cloudevents-batch+json'],
    shapes: [
      { json: ['specversion', 'type', 'source'] },
      { json: ['[].specversion', '[].source'] },
    ],
    events: [{ header: 'ce-type' }, { json: 'type' }, { json: '[].type' }],
  },
  {
    name: 'Svix',
    documentation: 'https://docs.svix.com/receiving/verifying-payloads/how-manual',
    userAgents: ['svix-webhooks/'],
    headers: ['svix-id'],
    events: 'generic',
  },
  {
    name: 'Standard Webhooks',
    documentation:
      'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md',
    headersTogether: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    events: 'generic',
  },
];
