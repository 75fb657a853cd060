import { type Handshake, json, parameter, plainText, signedToken, token } from './handshake.ts';

export const meta: Handshake = {
  sender: 'Meta',
  documentation: 'https://developers.facebook.com/docs/graph-api/webhooks/getting-started',
  sends: 'GET with hub.mode=subscribe and hub.challenge',
  answers: '200 with the challenge, whatever the hub.verify_token',
  paths: [],
  answer: (asked) => {
    if (asked.head.request.method !== 'GET') return undefined;
    if (parameter(asked, 'hub.mode') !== 'subscribe') return undefined;
    const challenge = token(parameter(asked, 'hub.challenge'));
    return challenge === undefined ? undefined : plainText(challenge);
  },
};

export const dropbox: Handshake = {
  sender: 'Dropbox',
  documentation: 'https://www.dropbox.com/developers/reference/webhooks',
  sends: 'GET with challenge',
  answers: '200 with the challenge',
  paths: [],
  answer: (asked) => {
    if (asked.head.request.method !== 'GET') return undefined;
    const challenge = token(parameter(asked, 'challenge'));
    return challenge === undefined ? undefined : plainText(challenge);
  },
};

export const twitter: Handshake = {
  sender: 'X (Twitter)',
  documentation: 'https://docs.x.com/x-api/webhooks/quickstart',
  sends: 'GET with crc_token',
  answers: '200 with {"response_token": "sha256=…"}, the HMAC of the token under the secret',
  secretOf: 'twitter',
  paths: [],
  answer: (asked) => {
    if (asked.head.request.method !== 'GET') return undefined;
    const crcToken = signedToken(parameter(asked, 'crc_token'));
    if (crcToken === undefined) return undefined;
    return json('{"response_token":"sha256=', { hmacOf: crcToken, encoding: 'base64' }, '"}');
  },
};

export const microsoftGraph: Handshake = {
  sender: 'Microsoft Graph',
  documentation: 'https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks',
  sends: 'POST with validationToken in the query',
  answers: '200 with the token, decoded',
  paths: [],
  answer: (asked) => {
    const validationToken = token(parameter(asked, 'validationToken'));
    return validationToken === undefined ? undefined : plainText(validationToken);
  },
};
