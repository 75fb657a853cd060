import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { expect, it, test } from 'vitest';
import { checkKey, Verifier } from '../../src/signatures/verify/index.ts';
import { now, settingsOf, signedRequest, url, verdictOf } from './requests.ts';

const form = ['content-type', 'application/x-www-form-urlencoded'];
const notification = '{"clientState":"secret"}';

test.each([
  ['twilio', [...form, 'x-twilio-signature', 'x'], 'a&'.repeat(1000), 'fields'],
  ['mailgun', form, 'a&'.repeat(1000), 'fields'],
  ['microsoft-graph', [], `{"value":[${`${notification},`.repeat(10_000)}1]}`, 'values'],
  ['adyen', [], '['.repeat(10_001), 'values'],
  ['aws-sns', [], `{${'"a":1,'.repeat(10_001)}"b":1}`, 'values'],
])('%s: a body that takes long to parse is not parsed', async (scheme, headers, text, what) => {
  const head = { method: 'POST', url, headers, receivedAt: now };
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
  const secret =
    scheme === 'aws-sns' ? pem.export({ format: 'pem', type: 'spki' }) : 'ab'.repeat(9);
  const found = await verdictOf({ scheme }, [String(secret)], { head, body: Buffer.from(text) });
  expect(found.verdict).toBe('unverifiable');
  expect(found.reason).toMatch(new RegExp(`of more than \\d+ ${what} is not parsed\\.$`));
});

test('a scheme that signs a long part of the head many times is not verified', async () => {
  const signed = `${'{url}'.repeat(200)}{body}`;
  const settings = { scheme: 'custom', header: 'x-signature', algorithm: 'sha256' } as const;
  const verdictOn = async (length: number) => {
    const headers = ['x-signature', 'ab'.repeat(32)];
    const head = { method: 'POST', url: `/${'a'.repeat(length)}`, headers, receivedAt: now };
    const body = Buffer.from('{}');
    return await verdictOf({ ...settings, encoding: 'hex', signed }, ['secret'], { head, body });
  };
  expect((await verdictOn(300)).verdict).toBe('invalid');
  expect((await verdictOn(400)).verdict).toBe('unverifiable');
});

it('long texts in JSON are no values', async () => {
  const text = JSON.stringify({
    value: [{ clientState: 'secret', more: '\\",[{'.repeat(50_000) }],
  });
  const head = { method: 'POST', url, headers: [], receivedAt: now };
  const found = await verdictOf({ scheme: 'microsoft-graph' }, ['secret'], {
    head,
    body: Buffer.from(text),
  });
  expect(found.verdict).toBe('valid');
});

it('of many notifications all have to have the clientState', async () => {
  const verdictOn = async (states: string[]) => {
    const body = Buffer.from(
      JSON.stringify({ value: states.map((clientState) => ({ clientState })) }),
    );
    const head = { method: 'POST', url, headers: [], receivedAt: now };
    return (await verdictOf({ scheme: 'microsoft-graph' }, ['one', 'two'], { head, body })).verdict;
  };
  expect(await verdictOn(['two', 'two'])).toBe('valid');
  expect(await verdictOn(['two', 'one'])).toBe('invalid');
});

it('not all of many signatures are tried with all of many Ed25519 keys', async () => {
  const pairs = Array.from({ length: 10 }, () => generateKeyPairSync('ed25519'));
  const keys = pairs.map(({ publicKey }) => {
    const der = publicKey.export({ format: 'der', type: 'spki' });
    return `whpk_${der.subarray(-32).toString('base64')}`;
  });
  const verifier = new Verifier({ scheme: 'standard-webhooks' }, keys);
  const verdictOn = async (wrong: number, size: number) => {
    const body = Buffer.alloc(size);
    const message = Buffer.concat([Buffer.from(`id.${now / 1000}.`), body]);
    const right = sign(null, message, pairs[1]?.privateKey ?? '').toString('base64');
    const signatures = [
      ...Array.from({ length: wrong }, () => `v1a,${'A'.repeat(86)}==`),
      `v1a,${right}`,
    ];
    const headers = ['webhook-id', 'id', 'webhook-timestamp', `${now / 1000}`];
    headers.push('webhook-signature', signatures.join(' '));
    return (await verifier.verify({ method: 'POST', url, headers, receivedAt: now }, [body]))
      .verdict;
  };
  expect(await verdictOn(1, 100)).toBe('valid');
  expect(await verdictOn(2, 100)).toBe('unverifiable');
  expect(await verdictOn(0, 2 ** 20)).toBe('valid');
  expect(await verdictOn(1, 2 ** 20)).toBe('unverifiable');
});

test.each([
  ['of 2048 bits', 2048, Buffer.from([1, 0, 1]), true],
  ['of 4096 bits', 4096, Buffer.from([1, 0, 1]), true],
  ['of 8192 bits', 8192, Buffer.from([1, 0, 1]), false],
  ['with an exponent that takes long', 3072, Buffer.alloc(383, 255), false],
])('a key of RSA %s', (_what, bits, exponent, isTaken) => {
  const odd = Buffer.from([255]);
  const n = Buffer.concat([odd, randomBytes(bits / 8 - 2), odd]).toString('base64url');
  const jwk = { kty: 'RSA', n, e: exponent.toString('base64url') };
  const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'pem', type: 'spki' });
  expect(checkKey(settingsOf('paypal'), String(pem)) === undefined).toBe(isTaken);
});

it('a key on another curve is none of SendGrid', () => {
  const pem = (namedCurve: string) =>
    generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'pem', type: 'spki' });
  expect(checkKey({ scheme: 'sendgrid' }, String(pem('P-256')))).toBeUndefined();
  expect(checkKey({ scheme: 'sendgrid' }, String(pem('P-521')))).toMatch(
    /^It is not a key of SendGrid\./,
  );
});

it('adyen: a body under a header is hashed while it arrives', () => {
  const verifier = new Verifier({ scheme: 'adyen' }, ['ab'.repeat(32)]);
  const head = { method: 'POST', url, headers: ['HmacSignature', 'x'], receivedAt: now };
  expect(verifier.begin(head)).toBeDefined();
  expect(verifier.begin({ ...head, headers: [] })).toBeUndefined();
});

it('a token beyond ASCII is compared as UTF-8, which Node reads as Latin-1', async () => {
  const settings = { scheme: 'token', header: 'X-Token' };
  const verdictOn = async (value: string) => {
    const head = { method: 'POST', url, headers: ['x-token', value], receivedAt: now };
    return (await verdictOf(settings, ['señal'], { head, body: Buffer.of() })).verdict;
  };
  expect(await verdictOn(Buffer.from('señal').toString('latin1'))).toBe('valid');
  expect(await verdictOn('señal')).toBe('valid');
  expect(await verdictOn('se\u01f1al')).toBe('invalid');
});

it('twilio: a body that its signature does not cover is not valid', async () => {
  const settings = { scheme: 'twilio' };
  const contentType = 'application/json';
  const verdictOn = async (text: string) =>
    (
      await verdictOf(
        settings,
        ['secret'],
        signedRequest(settings, 'secret', text, { contentType }),
      )
    ).verdict;
  expect(await verdictOn('')).toBe('valid');
  expect(await verdictOn('{"MessageSid":"SM1"}')).toBe('invalid');
});
