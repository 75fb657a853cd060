import { type Handshake, json, signedToken, stringAt } from '../parts/handshake.ts';
import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Zoom',
  documentation: 'https://developers.zoom.us/docs/api/webhooks/',
  userAgents: ['zoom marketplace'],
  shapes: [{ json: ['event', 'event_ts', 'payload'] }],
  events: [{ json: 'event' }],
};

export const signature: WrittenScheme = {
  name: 'zoom',
  title: 'Zoom',
  documentation: 'https://developers.zoom.us/docs/api/webhooks/#verify-webhook-events',
  secret: {
    words: 'Secret Token',
    where: "On the app's page in the App Marketplace under Features, Access.",
  },
  ways: [
    {
      by: 'hmac',
      header: 'x-zm-signature',
      text: { form: 'whole', prefix: 'v0=' },
      signed: 'v0:{timestamp}:{body}',
      time: { header: 'x-zm-request-timestamp', unit: 's' },
    },
  ],
  event: { json: ['event'] },
  proof: { library: '@zoom/rivet' },
};

const event = ['event'];
const plainToken = ['payload', 'plainToken'];

export const handshake: Handshake = {
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
