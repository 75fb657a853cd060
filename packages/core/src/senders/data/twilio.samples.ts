import { formText, type SampleRequest } from '../parts/parts.ts';

/**
 * https://www.twilio.com/docs/messaging/guides/webhook-request. Twilio signs the whole address together
 * with the fields, so the signature here is one for some other address.
 */
export const twilioSms: SampleRequest = {
  id: 'twilio:sms',
  sender: 'Twilio',
  title: 'Text message received',
  method: 'POST',
  query: '',
  headers: [
    ['Accept', '*/*'],
    ['Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8'],
    ['I-Twilio-Idempotency-Token', '4d2c0a7e-53b1-4e0c-9d13-0b7a9f3c5e21'],
    ['User-Agent', 'TwilioProxy/1.1'],
    ['X-Home-Region', 'us1'],
    ['X-Twilio-Signature', 'c2FtcGxlLW9mLXR3aWxpby1zaWc='],
  ],
  body: formText({
    ToCountry: 'US',
    ToState: 'CA',
    SmsMessageSid: 'SM0123456789abcdef0123456789abcdef',
    NumMedia: '0',
    ToCity: 'SAN FRANCISCO',
    FromZip: '94102',
    SmsSid: 'SM0123456789abcdef0123456789abcdef',
    FromState: 'CA',
    SmsStatus: 'received',
    FromCity: 'SAN FRANCISCO',
    Body: 'Is the atlas in stock? 🗺️ + 2 copies please',
    FromCountry: 'US',
    To: '+14155550142',
    ToZip: '94103',
    NumSegments: '1',
    MessageSid: 'SM0123456789abcdef0123456789abcdef',
    AccountSid: 'AC0123456789abcdef0123456789abcdef',
    From: '+14155550187',
    ApiVersion: '2010-04-01',
  }),
};
