import { type Handshake, sentBack } from '../parts/handshake.ts';
import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Meta',
  documentation: 'https://developers.facebook.com/docs/graph-api/webhooks/getting-started',
  userAgents: ['facebookplatform/', 'facebookexternalua'],
  query: ['hub.mode', 'hub.verify_token'],
  shapes: [
    { json: ['object', 'entry[].changes[].field'] },
    { json: ['object', 'entry[].messaging[].sender'] },
  ],
  events: [
    { json: 'entry[].changes[].field' },
    {
      keys: [
        'entry[].messaging[].message',
        'entry[].messaging[].postback',
        'entry[].messaging[].reaction',
        'entry[].messaging[].delivery',
        'entry[].messaging[].read',
      ],
    },
    { query: 'hub.mode' },
  ],
};

export const signature: WrittenScheme = {
  name: 'meta',
  title: 'Meta',
  documentation: 'https://developers.facebook.com/docs/graph-api/webhooks/getting-started',
  secret: {
    words: 'App Secret',
    where: "On the app's page at developers.facebook.com under App settings, Basic.",
  },
  ways: [{ by: 'hmac', header: 'X-Hub-Signature-256', text: { form: 'whole', prefix: 'sha256=' } }],
  event: { json: ['object'] },
  proof: 'none',
};

export const handshake: Handshake = {
  sender: 'Meta',
  documentation: 'https://developers.facebook.com/docs/graph-api/webhooks/getting-started',
  sends: 'GET with hub.mode=subscribe and hub.challenge',
  answers: '200 with the challenge, whatever the hub.verify_token',
  paths: [],
  // With a topic it is a hub of WebSub that asks.
  answer: ({ method, parameter }) =>
    method === 'GET' &&
    parameter('hub.mode') === 'subscribe' &&
    parameter('hub.topic') === undefined
      ? sentBack(parameter('hub.challenge'))
      : undefined,
};
