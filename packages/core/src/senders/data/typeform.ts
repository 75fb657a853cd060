import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Typeform',
  documentation: 'https://www.typeform.com/developers/webhooks/example-payload/',
  headers: ['typeform-signature'],
  shapes: [{ json: ['event_type', 'event_id', 'form_response'] }],
  events: [{ json: 'event_type' }],
};

export const signature: WrittenScheme = {
  name: 'typeform',
  title: 'Typeform',
  documentation: 'https://www.typeform.com/developers/webhooks/secure-your-webhooks/',
  secret: {
    words: 'Secret',
    where: "In the form's settings under Connect, Webhooks, where you choose it.",
  },
  ways: [
    {
      by: 'hmac',
      header: 'Typeform-Signature',
      text: { form: 'whole', prefix: 'sha256=' },
      encoding: 'base64',
    },
  ],
  id: { json: ['event_id'] },
  event: { json: ['event_type'] },
  proof: 'none',
};
