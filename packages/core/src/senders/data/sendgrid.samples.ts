import type { SampleRequest } from '../parts/parts.ts';

/**
 * https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event: many events in one JSON
 * array, a line each. SendGrid signs with a key pair, so the signature here only looks like one.
 */
export const sendgridEvents: SampleRequest = {
  id: 'sendgrid:events',
  sender: 'SendGrid',
  title: 'Mail events, a batch',
  method: 'POST',
  query: '',
  headers: [
    ['Accept', '*/*'],
    ['Content-Type', 'application/json;charset=utf-8'],
    ['User-Agent', 'SendGrid Event API'],
    [
      'X-Twilio-Email-Event-Webhook-Signature',
      'MEUCIQDc2FtcGxlLW9mLXNlbmRncmlkLXNpZ25hdHVyZQIgc2FtcGxlLW9mLXNlbmRncmlk',
    ],
    ['X-Twilio-Email-Event-Webhook-Timestamp', '1772366420'],
  ],
  body: [
    '[{"email":"grace@customer.example","event":"processed","send_at":0,"sg_event_id":"cHJvY2Vzc2VkLTE0MjQ","sg_message_id":"9lYJ2xTQ0qn.recvd-7d8f9-1-69A42D00-1E.0","smtp-id":"<20260301120000.7d8f9@lighthouse-books.example>","timestamp":1772366400,"category":["receipt"]},',
    '{"email":"grace@customer.example","event":"delivered","ip":"149.72.0.10","response":"250 2.0.0 OK 1772366402 queued","sg_event_id":"ZGVsaXZlcmVkLTAtMTQyNA","sg_message_id":"9lYJ2xTQ0qn.recvd-7d8f9-1-69A42D00-1E.0","smtp-id":"<20260301120000.7d8f9@lighthouse-books.example>","timestamp":1772366402,"tls":1,"category":["receipt"]},',
    '{"email":"grace@customer.example","event":"open","ip":"203.0.113.24","sg_content_type":"html","sg_event_id":"b3Blbi0xNDI0","sg_machine_open":false,"sg_message_id":"9lYJ2xTQ0qn.recvd-7d8f9-1-69A42D00-1E.0","timestamp":1772366409,"useragent":"Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0","category":["receipt"]},',
    '{"email":"grace@customer.example","event":"click","ip":"203.0.113.24","sg_event_id":"Y2xpY2stMTQyNA","sg_message_id":"9lYJ2xTQ0qn.recvd-7d8f9-1-69A42D00-1E.0","timestamp":1772366415,"url":"https://lighthouse-books.example/orders/1234?utm_source=mail","url_offset":{"index":0,"type":"html"},"useragent":"Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0","category":["receipt"]},',
    '{"bounce_classification":"Invalid Address","email":"nobody@customer.example","event":"bounce","ip":"149.72.0.10","reason":"550 5.1.1 The email account that you tried to reach does not exist","sg_event_id":"Ym91bmNlLTAtMTQyNQ","sg_message_id":"Qr5mB7sVTnW.recvd-7d8f9-1-69A42D02-2A.0","status":"5.1.1","timestamp":1772366418,"tls":1,"type":"bounce","category":["newsletter"]}]',
  ].join('\r\n'),
};
