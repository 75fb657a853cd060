import { gzipSync } from 'node:zlib';
import { webhooks } from './github-examples.ts';

/** A request as it comes over the wire to `/wh/{token}`. */
export interface Payload {
  name: string;
  method: string;
  /** Behind the token. */
  path: string;
  /** Without its `?`. */
  query: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
}

const encoder = new TextEncoder();

function payload(
  name: string,
  [method, target]: readonly [method: string, target: string],
  headers: Payload['headers'],
  body: string | Uint8Array = '',
): Payload {
  const [path = '', query = ''] = target.split(/\?(.*)/s, 2);
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  return { name, method, path, query, headers, body: bytes };
}

const json = ['Content-Type', 'application/json'] as const;

/** Requests of well-known senders and at the edges, to which `matches.ts` is applied. */
export const payloads: readonly Payload[] = [
  payload(
    'github-issue',
    ['POST', '/github'],
    [['User-Agent', 'GitHub-Hookshot/044aadd'], json, ['Webhook-Event', 'issues']],
    JSON.stringify(webhooks.issue),
  ),
  payload(
    'github-ping',
    ['POST', '/github?source=org'],
    [['User-Agent', 'GitHub-Hookshot/044aadd'], json],
    JSON.stringify(webhooks.ping),
  ),
  payload(
    'stripe-invoice',
    ['POST', '/stripe'],
    [
      ['User-Agent', 'Stripe/1.0 (+https://stripe.com/docs/webhooks)'],
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Stripe-Signature', 't=1492774577,v1=5257a869e7'],
    ],
    '{\n  "id": "evt_1NG8Du2eZvKYlo2CUI79vXWy",\n  "object": "event",\n  "created": 1686089970,\n  "data": {"object": {"id": "in_1", "amount_paid": 2599, "paid": true, "discount": null, "lines": {"data": [{"price": {"id": "price_9"}}]}}},\n  "livemode": false,\n  "type": "invoice.paid"\n}',
  ),
  payload(
    'shopify-order',
    ['POST', '/shopify/orders'],
    [['User-Agent', 'Shopify-Captain-Hook'], json],
    '{"id":820982911946154508,"email":"jon@example.com","total_price":"403.00","line_items":[{"id":866550311766439020,"price":"199.00","quantity":1},{"id":141249953214522974,"price":"204.00","quantity":2}],"note":null,"confirmed":false}',
  ),
  payload(
    'shopify-gzip',
    ['POST', '/shopify/orders'],
    [['User-Agent', 'Shopify-Captain-Hook'], json, ['Content-Encoding', 'gzip']],
    gzipSync('{"id":820982911946154509,"email":"bob@example.com","total_price":"10.50"}'),
  ),
  payload(
    'slack-form',
    ['POST', '/slack/actions'],
    [
      ['User-Agent', 'Slackbot 1.0 (+https://api.slack.com/robots)'],
      ['Content-Type', 'application/x-www-form-urlencoded'],
    ],
    'payload=%7B%22type%22%3A%22block_actions%22%2C%22user%22%3A%7B%22id%22%3A%22U1%22%7D%7D',
  ),
  payload(
    'slack-challenge',
    ['POST', '/slack/events'],
    [['User-Agent', 'Slackbot 1.0 (+https://api.slack.com/robots)'], json],
    '{"token":"Jhj5","challenge":"3eZbrw1aB10FEMAGAZd4FyFQ","type":"url_verification"}',
  ),
  payload(
    'twilio-sms',
    ['POST', '/twilio'],
    [
      ['User-Agent', 'TwilioProxy/1.1'],
      ['Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8'],
    ],
    'ToCountry=US&SmsMessageSid=SM17&NumMedia=0&Body=Hello%2C+world&From=%2B14155552671',
  ),
  payload(
    'xml-declared',
    ['POST', '/soap'],
    [['Content-Type', 'text/xml; charset=utf-8']],
    '<?xml version="1.0"?><order id="7"><note>Rush</note></order>',
  ),
  payload(
    'xml-suffix',
    ['POST', '/feed'],
    [['Content-Type', 'application/atom+xml']],
    '<feed><title>News</title></feed>',
  ),
  payload(
    'xml-undeclared',
    ['PUT', '/plain-xml'],
    [['Content-Type', 'text/plain']],
    '<?xml version="1.0"?><a/>',
  ),
  payload(
    'multipart',
    ['POST', '/upload'],
    [['Content-Type', 'multipart/form-data; boundary=xyz']],
    '--xyz\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello multipart\r\n--xyz--\r\n',
  ),
  payload(
    'latin-1',
    ['POST', '/legacy'],
    [['Content-Type', 'text/plain; charset=iso-8859-1']],
    Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0xd6, 0x6c),
  ),
  payload(
    'png',
    ['PUT', '/image.png'],
    [['Content-Type', 'image/png']],
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d),
  ),
  payload(
    'nul',
    ['POST', '/bin'],
    [['Content-Type', 'application/octet-stream']],
    Uint8Array.of(0x61, 0x00, 0x62),
  ),
  payload(
    'get-repeats',
    ['GET', '/search?a=1&a=2&b=x+y&c=%C3%A9&empty=&flag&A=3'],
    [
      ['Accept', 'text/html'],
      ['Accept', '*/*'],
      ['User-Agent', 'curl/8.5.0'],
    ],
  ),
  payload('get-root', ['GET', ''], [['User-Agent', 'curl/8.5.0']]),
  payload('get-slash', ['GET', '/'], []),
  payload('get-escaped-path', ['GET', '/J%C3%BCrgen/a%20b'], []),
  payload('delete', ['DELETE', '/orders/7'], [['Idempotency-Key', 'k-1']]),
  payload(
    'array-top',
    ['POST', '/batch'],
    [json],
    '[{"event":"open","n":1},{"event":"click","n":2.50}]',
  ),
  payload('number-top', ['POST', '/number'], [json], ' 42 '),
  payload('string-top', ['POST', '/string'], [['Content-Type', 'text/plain']], '"just text"'),
  payload(
    'proto',
    ['POST', '/proto?__proto__=q'],
    [['__proto__', 'h'], json],
    '{"__proto__":{"x":1},"constructor":"c","a.b":{"c d":"e"},"":"empty name"}',
  ),
  payload(
    'json-as-text',
    ['POST', '/t'],
    [['Content-Type', 'text/plain']],
    '\uFEFF{"kind":"typed as text"}',
  ),
  payload('broken-json', ['POST', '/broken'], [json], '{"kind":"broken",}'),
  payload('repeated-names', ['POST', '/twice'], [json], '{"a":{"b":1},"n":1,"a":{"c":2},"n":2}'),
  payload('umlaut-raw', ['POST', '/u'], [json], '{"name":"Jürgen","city":"ΟΔΟΣ"}'),
  payload(
    'umlaut-escaped',
    ['POST', '/u'],
    [json],
    '{"name":"J\\u00fcrgen","path":"a\\/b","text":"say \\"hi\\"\\n"}',
  ),
  payload(
    'numbers',
    ['POST', '/numbers'],
    [json],
    '{"one":1.0,"e":1E0,"big":1e999999999,"small":-0.00,"text":"1","long":0.1000000000000000055511151231257827}',
  ),
  payload('blank', ['POST', '/blank'], [['Content-Type', 'text/plain']], ' '),
];
