import { type Handshake, json, signedToken } from '../parts/handshake.ts';
import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'X',
  documentation: 'https://docs.x.com/x-api/account-activity/introduction',
  shapes: [{ json: ['for_user_id', 'tweet_create_events'] }, { json: ['for_user_id', 'users'] }],
  events: [
    {
      keys: [
        'tweet_create_events',
        'favorite_events',
        'follow_events',
        'block_events',
        'mute_events',
        'direct_message_events',
        'direct_message_indicate_typing_events',
        'direct_message_mark_read_events',
        'tweet_delete_events',
      ],
    },
  ],
};

export const signature: WrittenScheme = {
  name: 'twitter',
  title: 'X (Twitter)',
  documentation: 'https://docs.x.com/x-api/webhooks/introduction',
  secret: {
    words: 'Consumer secret',
    where: "On the app's page in the developer portal under Keys and tokens: the API key secret.",
  },
  ways: [
    {
      by: 'hmac',
      header: 'x-twitter-webhooks-signature',
      text: { form: 'whole', prefix: 'sha256=' },
      encoding: 'base64',
      body: 'object',
    },
  ],
  senders: ['X'],
  proof: { library: 'twitter-autohook' },
  note: 'Only a body that begins as a JSON object is valid: the handshake makes the same signature of a token that anybody may choose.',
};

export const handshake: Handshake = {
  sender: 'X (Twitter)',
  documentation: 'https://docs.x.com/x-api/webhooks/quickstart',
  sends: 'GET with crc_token',
  answers: '200 with {"response_token": "sha256=…"}, the HMAC of the token under the secret',
  secretOf: 'twitter',
  paths: [],
  answer: ({ method, parameter }) => {
    if (method !== 'GET') return undefined;
    const crcToken = signedToken(parameter('crc_token'));
    if (crcToken === undefined) return undefined;
    return json('{"response_token":"sha256=', { hmacOf: crcToken, encoding: 'base64' }, '"}');
  },
};
