import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Twilio',
  documentation: 'https://www.twilio.com/docs/usage/webhooks',
  userAgents: ['twilioproxy/'],
  headers: ['i-twilio-idempotency-token'],
  shapes: [
    { form: ['AccountSid', 'MessageSid'] },
    { form: ['AccountSid', 'CallSid'] },
    { form: ['AccountSid', 'EventType'] },
  ],
  events: [
    { form: 'EventType' },
    { form: 'StatusCallbackEvent' },
    { form: 'MessageStatus' },
    { form: 'SmsStatus' },
    { form: 'RecordingStatus' },
    { form: 'CallStatus' },
    { json: '[].type' },
  ],
};

export const signature: WrittenScheme = {
  name: 'twilio',
  title: 'Twilio',
  documentation: 'https://www.twilio.com/docs/usage/security#validating-requests',
  secret: {
    words: 'Auth Token',
    where:
      'On the first page of the Twilio Console, under Account Info; or the secret of a shared key that webhooks are signed with.',
  },
  ways: [{ by: 'own', headers: ['X-Twilio-Signature'] }],
  id: { header: 'I-Twilio-Idempotency-Token' },
  proof: { library: 'twilio' },
  note: 'The public URL is signed, and the parameters of a form; of another body its hash, if bodySHA256 is in the URL. With a shared key the header X-Twilio-Webhooks-Signature-Settings names the algorithm.',
};
