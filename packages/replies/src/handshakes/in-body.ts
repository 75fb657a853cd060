import type { WholeBody } from '@hookwell/match';
import {
  acceptedWith,
  type Handshake,
  json,
  plainText,
  signedToken,
  stringAt,
  token,
} from './handshake.ts';

const type = ['type'];
const challenge = ['challenge'];

export const slack: Handshake = {
  sender: 'Slack',
  documentation: 'https://docs.slack.dev/reference/events/url_verification',
  sends: 'POST with "type": "url_verification" and a challenge',
  answers: '200 with the challenge',
  paths: [type, challenge],
  answer: (asked) => {
    if (stringAt(asked, type) !== 'url_verification') return undefined;
    const text = token(stringAt(asked, challenge));
    return text === undefined ? undefined : plainText(text);
  },
};

const event = ['event'];
const plainToken = ['payload', 'plainToken'];

export const zoom: Handshake = {
  sender: 'Zoom',
  documentation: 'https://developers.zoom.us/docs/api/webhooks/#validate-your-webhook-endpoint',
  sends: 'POST with "event": "endpoint.url_validation" and a plainToken',
  answers: '200 with the plainToken and the encryptedToken, its HMAC under the secret',
  secretOf: 'zoom',
  paths: [event, plainToken],
  answer: (asked) => {
    if (stringAt(asked, event) !== 'endpoint.url_validation') return undefined;
    const text = signedToken(stringAt(asked, plainToken));
    if (text === undefined) return undefined;
    const start = `{"plainToken":${JSON.stringify(text)},"encryptedToken":"`;
    return json(start, { hmacOf: text, encoding: 'hex' }, '"}');
  },
};

export const discord: Handshake = {
  sender: 'Discord',
  documentation:
    'https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint-acknowledging-ping-requests',
  sends: 'POST of a PING: "type": 1 of interactions, "type": 0 of webhook events',
  answers: '200 with {"type":1}, or 204; 401 if discord verifies it and it is not valid',
  paths: [type, event],
  answer: (asked) => {
    const ping = asked.body.jsonAt(type);
    // Webhook events have the type 1 as well, and an event.
    if (ping?.type !== 'number' || asked.body.jsonAt(event) !== undefined) return undefined;
    if (ping.text !== '0' && ping.text !== '1') return undefined;
    if (asked.verify?.scheme === 'discord' && asked.head.request.signature !== 'valid') {
      return { ...plainText('The signature is not valid.'), status: 401 };
    }
    return ping.text === '1' ? json('{"type":1}') : { ...json(), status: 204 };
  },
};

const verificationToken = ['verification_token'];

export const notion: Handshake = {
  sender: 'Notion',
  documentation: 'https://developers.notion.com/reference/webhooks',
  sends: 'POST with a verification_token and nothing else',
  answers: '200; the token is the secret',
  paths: [verificationToken],
  answer: (asked) => {
    const secret = stringAt(asked, verificationToken);
    if (secret === undefined || secret === '' || !isAlone(asked.body)) return undefined;
    return acceptedWith(secret, [], asked, 'notion');
  },
};

/** A handshake has a token of some 50 characters. */
const mostNotionCharacters = 4096;

/** Whether the object has one member only. */
function isAlone({ text }: WholeBody): boolean {
  if (text.length > mostNotionCharacters) return false;
  try {
    return Object.keys(JSON.parse(text) as object).length === 1;
  } catch {
    // Behind a byte order mark, for example.
    return false;
  }
}
