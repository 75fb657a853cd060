import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkSecret,
  findHeader,
  type SchemeSettings,
  schemes,
} from '../../src/signatures/index.ts';
import { SigningError, sign } from '../../src/signatures/sign.ts';
import { Verifier } from '../../src/signatures/verify/index.ts';
import { anyCharacter } from '../any-character.ts';
import { anyUrl } from '../any-url.ts';
import { now, secretOf, settingsOf, signedRequest, url, verdictOf } from './requests.ts';

const github = { scheme: 'github' };
const verdicts = ['valid', 'invalid', 'missing', 'stale', 'unverifiable'];

/** Names that schemes look at, with values that look a little like signatures. */
const names = [
  ...new Set(schemes.flatMap(({ headers }) => headers)),
  'content-type',
  'x-signature',
];
const value = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.stringMatching(/^(t=|ts=|v1,|v1a,|sha256=|v0=|Basic |Bearer )?[0-9a-f,=;. ]{0,80}$/),
  fc.constantFrom(
    `${now}`,
    `${now / 1000}`,
    '9'.repeat(16),
    '1e3',
    '-1',
    new Date(now).toISOString(),
  ),
);
const headers = fc
  .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 8 })
  .map((pairs) => pairs.flat());
const body = fc.oneof(
  fc.uint8Array({ maxLength: 100 }),
  fc.json().map((text) => Buffer.from(text)),
  fc
    .constantFrom(
      '{"notificationItems":[null,{"NotificationRequestItem":{"additionalData":{"hmacSignature":"A"}}}]}',
      '{"signature":{"timestamp":"1","token":{},"signature":[]},"value":[1,{"clientState":"a"}]}',
      '{"Signature":"A","SignatureVersion":"1","Timestamp":"2026-11-22T12:00:00Z","__proto__":{}}',
      'timestamp=1&token=2&signature=3',
    )
    .map((text) => Buffer.from(text)),
);

describe.each(schemes)('$name', ({ name }) => {
  const settings = settingsOf(name);
  const secrets = [
    secretOf(name),
    'ab'.repeat(32),
    '',
    'whsec_',
    'whpk_A',
    '-----BEGIN',
    '{"x":1}',
  ];

  it('gives a verdict on any request, the same whole and in pieces, and throws nothing', async () => {
    const verifier = new Verifier(settings, secrets);
    await fc.assert(
      fc.asyncProperty(headers, body, anyUrl, async (list, bytes, address) => {
        const head = { method: 'POST', url: address, headers: list, receivedAt: now };
        const whole = await verifier.verify(head, [bytes]);
        expect(verdicts).toContain(whole.verdict);
        if (whole.verdict !== 'valid') expect(whole.reason).toMatch(/^[A-Z].*\.$/);
        for (const secret of secrets)
          if (secret.length > 7) expect(whole.reason ?? '').not.toContain(secret);
        const hashing = verifier.begin(head);
        for (const byte of bytes) hashing?.update(Uint8Array.of(byte));
        expect(await verifier.verify(head, [bytes], hashing)).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it('takes any text for a secret, or says in a sentence without it that it is none', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (secret) => {
        const fault = checkSecret(settings, secret);
        if (fault !== undefined) expect(fault).toMatch(/^It (?:is|may).*\.$/);
        if (fault !== undefined && secret.length > 20) expect(fault).not.toContain(secret);
        expect(() => new Verifier(settings, [secret])).not.toThrow();
        try {
          sign(settings, secret, { method: 'POST', url, headers: [], body: Buffer.of() }, { now });
        } catch (error) {
          expect(error).toBeInstanceOf(SigningError);
        }
      }),
      { numRuns: 30 },
    );
  });
});

const stripe = { scheme: 'stripe' };
const signed = signedRequest(stripe, 'whsec_1', '{}');
const stripeSignature = findHeader(signed.head.headers, 'stripe-signature') ?? '';
const hub =
  findHeader(signedRequest(github, 'one', '{}').head.headers, 'x-hub-signature-256') ?? '';

it.each<[string, SchemeSettings, string[], string]>([
  [
    'several signatures in a header',
    stripe,
    ['Stripe-Signature', `${stripeSignature},v1=00`],
    'valid',
  ],
  ['of another version too', stripe, ['Stripe-Signature', `${stripeSignature},v0=00`], 'valid'],
  [
    'a repeated header',
    stripe,
    ['stripe-signature', 'v1=1', 'STRIPE-SIGNATURE', stripeSignature],
    'valid',
  ],
  [
    '20,000 fields',
    stripe,
    ['stripe-signature', 'v1=1,'.repeat(20_000) + stripeSignature],
    'invalid',
  ],
  [
    'a time that is none',
    stripe,
    ['stripe-signature', stripeSignature.replace('t=1', 't=x1')],
    'invalid',
  ],
  ['no time', stripe, ['stripe-signature', stripeSignature.replace('t=', 'u=')], 'invalid'],
  [
    'a header twice that has one signature',
    github,
    ['X-Hub-Signature-256', hub, 'x-hub-signature-256', hub],
    'invalid',
  ],
  [
    'in capitals',
    github,
    ['X-Hub-Signature-256', hub.toUpperCase().replace('SHA256', 'sha256')],
    'invalid',
  ],
  ['without its prefix', github, ['X-Hub-Signature-256', hub.slice('sha256='.length)], 'invalid'],
  [
    'behind another prefix',
    github,
    ['X-Hub-Signature-256', hub.replace('sha256', 'sha512')],
    'invalid',
  ],
  ['cut off', github, ['X-Hub-Signature-256', hub.slice(0, -1)], 'invalid'],
  ['with more behind it', github, ['X-Hub-Signature-256', `${hub} `], 'invalid'],
  ['empty', github, ['X-Hub-Signature-256', ''], 'invalid'],
])('%s', async (_what, settings, list, expected) => {
  const head = { method: 'POST', url, headers: list, receivedAt: now };
  const found = await verdictOf(settings, ['whsec_1', 'one'], { head, body: Buffer.from('{}') });
  expect(found.verdict).toBe(expected);
});

it('stale is a right signature at a wrong time, in both directions, by the tolerance of the settings', async () => {
  const at = async (seconds: number, tolerance?: number) => {
    const request = signedRequest(stripe, 'secret', '{}', { at: now + seconds * 1000 });
    const settings = { ...stripe, ...(tolerance !== undefined && { tolerance }) };
    const other = await verdictOf(settings, ['other'], request);
    expect(other.verdict).toBe('invalid');
    expect(other.signedAt).toBeUndefined();
    return verdictOf(settings, ['secret'], request);
  };
  expect(await at(-300)).toEqual({ verdict: 'valid', secret: 0, signedAt: now - 300_000 });
  expect(await at(-301)).toEqual({
    verdict: 'stale',
    reason: 'It was signed 5 minutes before it arrived; 5 minutes are allowed.',
    secret: 0,
    signedAt: now - 301_000,
  });
  expect((await at(300)).verdict).toBe('valid');
  expect((await at(301)).reason).toMatch(/^It was signed .* after it arrived/);
  expect((await at(-301, 400)).verdict).toBe('valid');
  expect((await at(-6, 5)).verdict).toBe('stale');
});

it('linear judges the time in the body, else that in the header, where there is one', async () => {
  const linear = { scheme: 'linear' };
  const at = (time: unknown, inHeader?: number) => {
    const request = signedRequest(linear, 'secret', JSON.stringify({ webhookTimestamp: time }));
    const signature = request.head.headers.indexOf('Linear-Signature');
    const headers = request.head.headers.slice(signature, signature + 2);
    if (inHeader !== undefined) headers.push('linear-timestamp', String(inHeader));
    return verdictOf(linear, ['secret'], { ...request, head: { ...request.head, headers } });
  };
  expect(await at(now - 60_000)).toMatchObject({ verdict: 'valid', signedAt: now - 60_000 });
  expect(await at(now - 61_000)).toMatchObject({ verdict: 'stale' });
  expect(await at(now, now - 61_000)).toMatchObject({ verdict: 'valid' });
  expect(await at(undefined, now - 60_000)).toMatchObject({
    verdict: 'valid',
    signedAt: now - 60_000,
  });
  expect(await at(undefined, now - 61_000)).toMatchObject({ verdict: 'stale' });
  expect(await at(undefined)).toEqual({ verdict: 'valid', secret: 0 });
});

it('a large body under Ed25519 is verified beside the event loop', async () => {
  const list = ['x-signature-ed25519', 'ab'.repeat(64), 'x-signature-timestamp', `${now / 1000}`];
  const head = { method: 'POST', url, headers: list, receivedAt: now };
  const verifier = new Verifier({ scheme: 'discord' }, ['ab'.repeat(32), 'cd'.repeat(32)]);
  const found = verifier.verify(head, [Buffer.alloc(2 ** 20)]);
  expect(found).toBeInstanceOf(Promise);
  expect((await found).verdict).toBe('invalid');
});
