import type { Marks } from '../../sender/parts.ts';
import { marks as standardWebhooks } from '../../senders/standard-webhooks.ts';
import { marks as svix } from '../../senders/svix.ts';

/**
 * Forms and services that carry the events of many senders. A request counts as theirs only if its sender is not known
 * otherwise.
 */
export const carriers: readonly Marks[] = [
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
  svix,
  standardWebhooks,
];
