import { expect, it } from 'vitest';
import { schemes } from '../../src/signatures/index.ts';
import { SigningError, sign } from '../../src/signatures/sign.ts';
import { now, secretOf, settingsOf, url, verdictOf } from './requests.ts';

const unsigned = {
  method: 'POST',
  url,
  headers: ['Content-Type', 'application/json', 'X-GitHub-Event', 'old'],
  body: Buffer.from('{}'),
};
const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** The names of the headers, and those of their values that are no signature. */
const signed = (scheme: string, facts: { id?: string; event?: string } = {}) =>
  sign(settingsOf(scheme), secretOf(scheme), unsigned, { now, ...facts });

it.each<[string, { id?: string; event?: string }, unknown[]]>([
  [
    'github',
    { id: 'd1', event: 'push' },
    [
      ...['X-Hub-Signature-256', expect.stringMatching(/^sha256=[0-9a-f]{64}$/)],
      ...['X-GitHub-Delivery', 'd1', 'X-GitHub-Event', 'push'],
    ],
  ],
  [
    'github',
    {},
    [
      ...['X-Hub-Signature-256', expect.any(String)],
      ...['X-GitHub-Delivery', expect.stringMatching(uuid)],
    ],
  ],
  [
    'stripe',
    { event: 'charge.succeeded' },
    ['Stripe-Signature', expect.stringMatching(new RegExp(`^t=${now / 1000},v1=[0-9a-f]{64}$`))],
  ],
  [
    'svix',
    { id: 'msg_1' },
    [
      ...['svix-signature', expect.stringMatching(/^v1,/)],
      ...['svix-timestamp', `${now / 1000}`, 'svix-id', 'msg_1'],
    ],
  ],
  [
    'zendesk',
    { id: 'i1' },
    [
      ...['X-Zendesk-Webhook-Signature', expect.any(String)],
      ...['X-Zendesk-Webhook-Signature-Timestamp', '2026-11-22T12:00:00Z'],
      ...['X-Zendesk-Webhook-Invocation-Id', 'i1'],
    ],
  ],
  ['docusign', {}, ['X-DocuSign-Signature-1', expect.any(String)]],
  ['basic', {}, ['Authorization', expect.stringMatching(/^Basic /)]],
])('%s with %j', (scheme, facts, headers) => {
  expect(signed(scheme, facts)).toEqual(headers);
});

it('twilio signs with the algorithm that the request names, as its receiver expects', async () => {
  const settings = ['X-Twilio-Webhooks-Signature-Settings', 'key=k,algorithm=HMAC_SHA256'];
  const headers = ['content-type', 'application/x-www-form-urlencoded', ...settings];
  const request = { ...unsigned, headers, body: Buffer.from('a=1') };
  const added = sign({ scheme: 'twilio' }, 'a token', request, { now });
  const head = { ...request, headers: [...headers, ...added], receivedAt: now };
  const found = await verdictOf({ scheme: 'twilio' }, ['a token'], { head, body: request.body });
  expect(found.verdict).toBe('valid');
});

it('what cannot be signed says why', () => {
  for (const { name, canSign } of schemes) {
    if (name === 'mandrill') expect(() => signed(name)).toThrow('signs forms alone');
    else if (canSign) expect(() => signed(name), name).not.toThrow();
    else expect(() => signed(name), name).toThrow(SigningError);
  }
  expect(() => signed('mailgun')).toThrow('Mailgun signs inside the body, which stays as it is.');
  expect(() => signed('paypal')).toThrow('PayPal signs with a key that only PayPal has.');
  expect(() => sign({ scheme: 'none' }, 's', unsigned, { now })).toThrow(
    'There is no scheme none.',
  );
});
