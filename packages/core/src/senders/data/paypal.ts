import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'PayPal',
  documentation: 'https://developer.paypal.com/api/rest/webhooks/event-names/',
  userAgents: ['paypal/', 'paypal ipn'],
  headers: ['paypal-transmission-id'],
  shapes: [{ json: ['event_type', 'event_version', 'resource_type'] }, { form: ['ipn_track_id'] }],
  events: [{ json: 'event_type' }, { form: 'txn_type' }, { form: 'payment_status' }],
};

export const signature: WrittenScheme = {
  name: 'paypal',
  title: 'PayPal',
  documentation: 'https://developer.paypal.com/api/rest/webhooks/rest/',
  secret: {
    words: 'Certificate',
    where:
      "The certificate that PAYPAL-CERT-URL names in PayPal's requests, pasted as PEM; webhookId is the id of the webhook on the app's page.",
    form: 'certificate',
  },
  ways: [
    {
      by: 'own',
      headers: ['Paypal-Transmission-Sig', 'Paypal-Transmission-Id', 'Paypal-Transmission-Time'],
      time: { header: 'Paypal-Transmission-Time', unit: 'iso' },
    },
  ],
  id: { header: 'Paypal-Transmission-Id' },
  event: { json: ['event_type'] },
  canSign: false,
  proof: 'none',
  note: 'PayPal renews its certificate: a new one is pasted beside the old one. The URL in the request is never fetched.',
};
