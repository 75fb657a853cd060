import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { type SchemeSettings, schemes } from '../../src/signatures/index.ts';
import { checkKey } from '../../src/signatures/verify/index.ts';
import { now, settingsOf, url, verdictOf } from './requests.ts';

interface Example {
  scheme: string;
  settings?: SchemeSettings;
  secret: string;
  headers?: string[];
  body?: string;
}

const atlassian = {
  secret: "It's a Secret to Everybody",
  body: 'Hello World!',
  headers: [
    'X-Hub-Signature',
    'sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9',
  ],
};

/** Figures that the pages of the table publish. */
const published: readonly Example[] = [
  { scheme: 'jira', ...atlassian },
  { scheme: 'bitbucket', ...atlassian },
  {
    scheme: 'custom',
    settings: {
      ...{ scheme: 'custom', header: 'X-Signature', algorithm: 'sha256', encoding: 'hex' },
      signed: '{body}',
    },
    secret: 'Jefe',
    body: 'what do ya want for nothing?',
    headers: ['X-Signature', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
  },
  {
    scheme: 'basic',
    secret: 'Aladdin:open sesame',
    headers: ['Authorization', 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='],
  },
  {
    scheme: 'bearer',
    secret: 'mF_9.B5f-4.1JqM',
    headers: ['Authorization', 'Bearer mF_9.B5f-4.1JqM'],
  },
];

const secret = 'the secret';
const body = '{"id":"evt_1","text":"grüße"}';
const seconds = String(now / 1000);
const iso = new Date(now).toISOString();

function hmac(hash: string, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac(hash, secret).update(text).digest(encoding);
}

const certificate = `-----BEGIN CERTIFICATE-----
MIIDOTCCAiGgAwIBAgIUZxWRBlXpZyDFaI7FW8iEGHfUNwgwDQYJKoZIhvcNAQEL
BQAwKzEpMCcGA1UEAwwgbWVzc2FnZXZlcmlmaWNhdGlvbmNlcnRzLmV4YW1wbGUw
IBcNMjYxMTIyMjIzNzM3WhgPMjEyNjEwMjkyMjM3MzdaMCsxKTAnBgNVBAMMIG1l
c3NhZ2V2ZXJpZmljYXRpb25jZXJ0cy5leGFtcGxlMIIBIjANBgkqhkiG9w0BAQEF
AAOCAQ8AMIIBCgKCAQEAqnzin/BcvHHQm7PzXArA8RWXyBJsNLYDhLLLvga1MobJ
Jitzzt6in9pPpZ/hvnW865xm/vWyAGORTtV/3eCIQjjM7goOs3qoHQz1M0TVP8q8
h1r6UiaBpN0JPrV+1wBOSD5fzpr0feJ17XW5XlnIO2p3WpXXjj5LNoYYCbhGett0
vUqYGFRJCchnRUGznwofgIhmo3QdDxu26nL5sU6oXtOHilnpJUfVxveqnKC9DBSn
ut9g4MIv74CG9CIWH47ODzAZ+8+v+4OA24JzR29bQ0AHa9xVBRrbLlNO0tsEVDhN
G0mes0lpoGFZmett6j9sXTdoyNiwONDyJOPkPxo3NwIDAQABo1MwUTAdBgNVHQ4E
FgQUTuwT9OgftJLrBLm6Yeg5/q4jbO8wHwYDVR0jBBgwFoAUTuwT9OgftJLrBLm6
Yeg5/q4jbO8wDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAL9sX
tN59XYaOSSre9YOqHd3e+4Nu7f0kV0mUei9lTPGc5IlLJcrJ4c8cXR7R5102oHGb
b6pLHQ43y1ZAKl/jJRRlXV2tl5mOz/2ilgSdjsd4AExxnQhczM8rpaRgODCYsObU
i8bJMzoPZS9LWh9UsC4jV5gpfFZ+4tVKRygkKo5CwjJ/mDW25eLa68oH+SxghT8O
VYx2QAs0nmE5iD1d21C8QTQMOusJsRJCCqhD3zRQ8EJVzTLTqvkyLNehBD+bbOaI
qrtpttu2b8LXFRRBOrfucmuBg++YApwwaWf5cpSKET0Q2S9esLpgPtY0gzdqtbr0
2MD1QSNO5SaQ/Etkdw==
-----END CERTIFICATE-----
`;

const mailgunToken = 'a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0';

const mandrillEvents = '[{"event":"send","msg":{"subject":"grüße + mehr"}}]';

/** Written out from the words of the pages, for senders that publish neither a library nor figures. */
const writtenOut: readonly Example[] = [
  { scheme: 'vercel', secret, headers: ['x-vercel-signature', hmac('sha1', body, 'hex')] },
  {
    scheme: 'woocommerce',
    secret,
    headers: ['X-WC-Webhook-Signature', hmac('sha256', body, 'base64')],
  },
  {
    scheme: 'meta',
    secret,
    headers: ['X-Hub-Signature-256', `sha256=${hmac('sha256', body, 'hex')}`],
  },
  { scheme: 'intercom', secret, headers: ['X-Hub-Signature', `sha1=${hmac('sha1', body, 'hex')}`] },
  {
    scheme: 'zendesk',
    secret,
    headers: [
      ...['X-Zendesk-Webhook-Signature', hmac('sha256', `${iso}${body}`, 'base64')],
      ...['X-Zendesk-Webhook-Signature-Timestamp', iso],
    ],
  },
  {
    scheme: 'typeform',
    secret,
    headers: ['Typeform-Signature', `sha256=${hmac('sha256', body, 'base64')}`],
  },
  {
    scheme: 'docusign',
    secret,
    headers: [
      ...['X-DocuSign-Signature-1', 'AAAA', 'X-DocuSign-Signature-2'],
      hmac('sha256', body, 'base64'),
    ],
  },
  { scheme: 'dropbox', secret, headers: ['X-Dropbox-Signature', hmac('sha256', body, 'hex')] },
  {
    scheme: 'calendly',
    secret,
    headers: [
      'Calendly-Webhook-Signature',
      `t=${seconds},v1=${hmac('sha256', `${seconds}.${body}`, 'hex')}`,
    ],
  },
  { scheme: 'calcom', secret, headers: ['X-Cal-Signature-256', hmac('sha256', body, 'hex')] },
  { scheme: 'asana', secret, headers: ['X-Hook-Signature', hmac('sha256', body, 'hex')] },
  { scheme: 'token', secret, headers: ['x-token', secret] },
  {
    scheme: 'mailgun',
    secret,
    body: JSON.stringify({
      signature: {
        ...{ timestamp: seconds, token: mailgunToken },
        signature: hmac('sha256', seconds + mailgunToken, 'hex'),
      },
      'event-data': {},
    }),
  },
  {
    scheme: 'mailgun',
    secret,
    headers: ['Content-Type', 'application/x-www-form-urlencoded'],
    body: new URLSearchParams({
      ...{ timestamp: seconds, token: mailgunToken, signature: 'of the subaccount' },
      'parent-signature': hmac('sha256', seconds + mailgunToken, 'hex'),
    }).toString(),
  },
  {
    scheme: 'mandrill',
    secret,
    headers: [
      ...['Content-Type', 'application/x-www-form-urlencoded'],
      ...['X-Mandrill-Signature', hmac('sha1', `${url}mandrill_events${mandrillEvents}`, 'base64')],
    ],
    body: new URLSearchParams({ mandrill_events: mandrillEvents }).toString(),
  },
  {
    scheme: 'microsoft-graph',
    secret,
    body: JSON.stringify({ value: [{ clientState: secret }, { clientState: secret }] }),
  },
  {
    scheme: 'paypal',
    secret: certificate,
    body: '{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}',
    headers: [
      ...['PAYPAL-TRANSMISSION-ID', '69cd13f0-d67a-11e5-baa3-778b53f4ae55'],
      ...['PAYPAL-TRANSMISSION-TIME', '2026-11-22T12:00:00Z'],
      'PAYPAL-TRANSMISSION-SIG',
      'PvGBLFM/mSR89Obg8klFcQIQJSW9yKtTia382c/YAVYmmMNOVKjzOAjR937Mr8APWpcJxU9j9l0K8ZZYO9X994t8ec0Jy42DlGU+GmASZdPbNjcLVpgc6M9QeqDmlnu4bOk0bnW/nbiOYFYlSUjLPpLmbM9NNfAsgvnXhwu7N64BXaEZ2smihBIgQC6Nd9In36nNFlO0HpPDms/UCjGC5XqMzj5ec07mIQATlEnHGmc54nunSm4VL02M6y8zy9mUVlXcpZewQXUzyE6sR+e59eXDmFP7l3BQKfnGttGtTT//1k0Qz+5Cc9DxpO8pelquY7g29UFRpFUilNpSfYWvfQ==',
    ],
  },
];

it.each([...published, ...writtenOut])('$scheme', async (example) => {
  const { scheme, settings = settingsOf(scheme), secret: key, headers = [] } = example;
  expect(checkKey(settings, key)).toBeUndefined();
  const head = { method: 'POST', url, headers, receivedAt: now };
  const request = { head, body: Buffer.from(example.body ?? body) };
  const other = published.includes(example) ? 'user:other' : 'user:password';
  expect(await verdictOf(settings, [other, key], request)).toMatchObject({ verdict: 'valid' });
  const changed = Buffer.from(`${request.body}`.replace(/[A-Za-z0-9]/, 'Z'));
  const signsNothing = ['basic', 'bearer', 'token', 'microsoft-graph', 'mailgun'].includes(scheme);
  if (!signsNothing)
    expect((await verdictOf(settings, [key], { head, body: changed })).verdict).toBe('invalid');
});

it('hubspot-v3 signs some characters of the address without their encoding', async () => {
  const signed = `POSThttps://hooks.example/wh/abc?a=b:c/d%20e${body}${now}`;
  const headers = [
    ...['X-HubSpot-Signature-v3', hmac('sha256', signed, 'base64')],
    ...['X-HubSpot-Request-Timestamp', `${now}`],
  ];
  const address = 'https://hooks.example/wh/abc?a=b%3Ac%2fd%20e';
  const head = { method: 'POST', url: address, headers, receivedAt: now };
  const request = { head, body: Buffer.from(body) };
  const found = await verdictOf({ scheme: 'hubspot-v3' }, [secret], request);
  expect(found).toMatchObject({ verdict: 'valid', signedAt: now });
});

it('microsoft-graph: a notification without clientState is missing one', async () => {
  const head = { method: 'POST', url, headers: [], receivedAt: now };
  const notifications = { value: [{ clientState: secret }, {}] };
  const request = { head, body: Buffer.from(JSON.stringify(notifications)) };
  const found = await verdictOf({ scheme: 'microsoft-graph' }, [secret], request);
  expect(found).toEqual({ verdict: 'missing', reason: 'There is no clientState in the body.' });
});

it('what the table says of proofs is true', () => {
  const of = (examples: readonly Example[]) => examples.map(({ scheme }) => scheme);
  for (const { name, proof } of schemes) {
    if (proof === 'none') expect(of(writtenOut), name).toContain(name);
    else if ('example' in proof) expect(of(published), name).toContain(name);
  }
});
