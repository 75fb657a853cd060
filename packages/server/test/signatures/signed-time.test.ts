import { expect, test } from 'vitest';
import { signedTimeIn } from '../../src/signatures/signed-time.ts';

const seconds = '1772366400';
const time = '2026-03-01T12:00:00.000Z';

test.each<[headers: [string, string][], scheme: string, signedAt: string]>([
  [[['Stripe-Signature', `t=${seconds},v1=5257a8,v0=6ffbb5`]], 'stripe', time],
  [[['stripe-signature', `v1=5257a8, t=${seconds}`]], 'stripe', time],
  [
    [
      ['webhook-timestamp', seconds],
      ['webhook-signature', 'v1,K5oZ'],
    ],
    'standard-webhooks',
    time,
  ],
  [
    [
      ['Svix-Signature', 'v1,K5oZ'],
      ['Svix-Timestamp', ` ${seconds} `],
    ],
    'svix',
    time,
  ],
  [[['Paddle-Signature', `ts=${seconds};h1=eb4d0d`]], 'paddle', time],
  [[['Calendly-Webhook-Signature', `t=${seconds},v1=eb4d0d`]], 'calendly', time],
  [
    [
      ['PAYPAL-TRANSMISSION-TIME', '2026-03-01T13:00:00+01:00'],
      ['PAYPAL-TRANSMISSION-SIG', 'a'],
    ],
    'paypal',
    time,
  ],
  [
    [
      ['Linear-Signature', 'a'],
      ['Linear-Timestamp', `${seconds}123`],
    ],
    'linear',
    '2026-03-01T12:00:00.123Z',
  ],
  // The first one counts.
  [
    [
      ['Stripe-Signature', `t=${seconds}`],
      ['Stripe-Signature', 't=1'],
    ],
    'stripe',
    time,
  ],
])('%j tells when it was signed', (headers, scheme, signedAt) => {
  expect(signedTimeIn(headers.flat())).toEqual({ scheme, verdict: 'unverifiable', signedAt });
});

test.each<[headers: [string, string][]]>([
  [[]],
  [[['Stripe-Signature', '']]],
  [[['Stripe-Signature', 'v1=a,xt=1772366400']]],
  [[['Stripe-Signature', 't=,v1=a']]],
  [[['Stripe-Signature', 't=-5']]],
  [[['Stripe-Signature', 't=1e3']]],
  [[['Stripe-Signature', `t=${'9'.repeat(15)}`]]],
  [[['Stripe-Signature', `t=${'9'.repeat(400)}`]]],
  // A time without a signature is any time.
  [[['webhook-timestamp', seconds]]],
  [
    [
      ['svix-timestamp', 'yesterday'],
      ['svix-signature', 'a'],
    ],
  ],
  [
    [
      ['svix-timestamp', '2026-03-01'],
      ['svix-signature', 'a'],
    ],
  ],
  [
    [
      ['svix-timestamp', '\ud800'],
      ['svix-signature', 'a'],
    ],
  ],
])('%j does not', (headers) => {
  expect(signedTimeIn(headers.flat())).toBeUndefined();
});
