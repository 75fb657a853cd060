import { type Handshake, headerValue } from '../parts/handshake.ts';
import type { Marks } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'CloudEvents',
  documentation:
    'https://github.com/cloudevents/spec/blob/main/cloudevents/bindings/http-protocol-binding.md',
  headers: ['ce-type', 'ce-specversion', 'webhook-request-origin'],
  mediaTypes: ['application/cloudevents+json', 'application/cloudevents-batch+json'],
  shapes: [{ json: ['specversion', 'type', 'source'] }, { json: ['[].specversion', '[].source'] }],
  events: [{ header: 'ce-type' }, { json: 'type' }, { json: '[].type' }],
};

/** In requests a minute. */
const rate = /^[1-9][0-9]{0,9}$/;

export const handshake: Handshake = {
  sender: 'CloudEvents',
  documentation:
    'https://github.com/cloudevents/spec/blob/main/cloudevents/http-webhook.md#4-abuse-protection',
  sends: 'validation request: OPTIONS with the header WebHook-Request-Origin',
  answers: '200 with WebHook-Allowed-Origin and the WebHook-Allowed-Rate that was asked for',
  paths: [],
  answer: ({ method, header }) => {
    const origin = headerValue(header('webhook-request-origin'));
    if (method !== 'OPTIONS' || origin === undefined) return undefined;
    const asked = header('webhook-request-rate') ?? '';
    return {
      status: 200,
      headers: [
        ['Allow', 'OPTIONS, POST'],
        ['WebHook-Allowed-Origin', origin],
        // Section 4.2 wants a rate in each answer; the asterisk sets no limit.
        ['WebHook-Allowed-Rate', rate.test(asked) ? asked : '*'],
      ],
      body: [],
    };
  },
};
