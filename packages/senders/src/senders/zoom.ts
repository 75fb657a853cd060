import type { Marks, WrittenScheme } from '../sender/parts.ts';

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
