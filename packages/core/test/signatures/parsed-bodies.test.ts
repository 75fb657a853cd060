import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formFields } from '../../src/signatures/verify/form.ts';
import { Verifier } from '../../src/signatures/verify/index.ts';
import { atOnce } from '../../src/signatures/verify/steps.ts';
import { now, url, verdictInPieces, verdictOf } from './requests.ts';

const form = ['content-type', 'application/x-www-form-urlencoded', 'x-twilio-signature', 'x'];

/** The number of turns that others had while a request was verified. */
async function turnsDuring(verifier: Verifier, headers: string[], text: string): Promise<number> {
  let turns = 0;
  let timer = setImmediate(function turn() {
    turns += 1;
    timer = setImmediate(turn);
  });
  await verifier.verify({ method: 'POST', url, headers, receivedAt: now }, [Buffer.from(text)]);
  clearImmediate(timer);
  return turns;
}

const mebibyte = 2 ** 20;
const ten = Array.from({ length: 10 }, (_, index) => `secret ${index}`);

/** A step decodes 64 KiB of a form, and hashes 256 KiB, for each secret with two addresses. */
test.each([
  ['twilio', 'one field', `a=${'b'.repeat(mebibyte - 2)}`, 16 + 20 * 4],
  ['twilio', 'codes', `a=${'%41'.repeat(mebibyte / 3 - 1)}`, 5 + 20 * 2],
  ['twilio', 'codes that are no UTF-8', `a=${'%C0'.repeat(mebibyte / 3 - 1)}`, 5 + 20 * 4],
  ['twilio', 'as many fields as there may be', `a=${'b'.repeat(1040)}&`.repeat(999), 15],
  ['mailgun', 'one field', `token=${'b'.repeat(mebibyte - 6)}`, 16],
])('%s: a form of a MiB is verified in steps: %s', async (scheme, _what, text, steps) => {
  expect(await turnsDuring(new Verifier({ scheme }, ten), form, text)).toBeGreaterThanOrEqual(
    steps,
  );
});

it('twilio: fields are signed by name and value, each pair once', async () => {
  const [secret = ''] = ten;
  const signed = createHmac('sha1', secret).update(`${url}a1b1b10b2ba`).digest('base64');
  const headers = [...form.slice(0, 2), 'X-Twilio-Signature', signed];
  const head = { method: 'POST', url, headers, receivedAt: now };
  const verdictOn = async (text: string) =>
    (await verdictOf({ scheme: 'twilio' }, [secret], { head, body: Buffer.from(text) })).verdict;
  expect(await verdictOn('ba=&b=2&b=10&a=1&b=2&b=1')).toBe('valid');
  expect(await verdictOn('ba=&b=2&b=10&a=1&b=2')).toBe('invalid');
});

describe('mailgun: a multipart form', () => {
  const secret = 'a signing key';
  const timestamp = String(now / 1000);
  const signature = createHmac('sha256', secret).update(`${timestamp}the token`).digest('hex');
  const type = 'multipart/form-data; boundary="a b"';
  const part = (name: string, value: string, more = '') =>
    `--a b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const file = (name: string, content: string) => part(name, content, '; filename="a.eml"');
  const message = [
    'a preamble\r\n',
    part('body-plain', `--a c\r\n\r\n${'x'.repeat(5000)}`) + file('token', 'of an attachment'),
    part('subject', '') + part('token', 'the token') + part('token', 'of a later field'),
    file('attachment-1', part('signature', 'within').replaceAll('--a b', '--a')),
    `--a b\r\nX-Long: ${'y'.repeat(5000)}\r\n\r\n\r\n`,
    part('timestamp', timestamp) + part('signature', signature),
    '--a b--\r\n',
  ].join('');
  const request = (text: string) => ({
    head: { method: 'POST', url, headers: ['content-type', type], receivedAt: now },
    body: Buffer.from(text),
  });

  it('is read in whatever pieces it comes', async () => {
    const settings = { scheme: 'mailgun' };
    expect(await verdictOf(settings, [secret], request(message))).toMatchObject({
      verdict: 'valid',
    });
    for (const bytes of [1, 2, 3, 7, 4096, 10_000])
      expect(await verdictInPieces(settings, [secret], request(message), bytes)).toMatchObject({
        verdict: 'valid',
      });
  });

  test.each([
    ['of another token', message.replace('the token', 'a token'), 'invalid'],
    ['without a field', message.replace('name="timestamp"', 'name="time"'), 'missing'],
    ['cut off before a delimiter', message.slice(0, -8), 'missing'],
    ['behind a thousand parts', part('a', '').repeat(1001) + message, 'missing'],
    ['of a value that is too long', message.replace('the token', 'x'.repeat(4097)), 'invalid'],
    ['of nothing', '', 'missing'],
  ])('%s', async (_what, text, verdict) => {
    const settings = { scheme: 'mailgun' };
    expect((await verdictOf(settings, [secret], request(text))).verdict).toBe(verdict);
    expect((await verdictInPieces(settings, [secret], request(text), 11)).verdict).toBe(verdict);
  });
});

it('aws-sns: a message that is longer than theirs is not verified', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = String(publicKey.export({ format: 'pem', type: 'spki' }));
  const verdictOn = async (length: number) => {
    const [Message, Timestamp] = ['a'.repeat(length), new Date(now).toISOString()];
    const signed = `Message\n${Message}\nTimestamp\n${Timestamp}\nType\nNotification\n`;
    const Signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64');
    const fields = { Type: 'Notification', Message, Timestamp, Signature, SignatureVersion: '2' };
    const head = { method: 'POST', url, headers: [], receivedAt: now };
    const body = Buffer.from(JSON.stringify(fields));
    return (await verdictOf({ scheme: 'aws-sns' }, [pem], { head, body })).verdict;
  };
  expect(await verdictOn(2 ** 18)).toBe('valid');
  expect(await verdictOn(2 ** 19)).toBe('unverifiable');
});

it('a form is read as the URL standard says', () => {
  const read = (text: string) => atOnce(formFields(Buffer.from(text)));
  const texts = fc.oneof(
    fc
      .array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' })))
      .map((pairs) => new URLSearchParams(pairs).toString()),
    fc
      .array(fc.constantFrom(...'% %4 %41 %c3%A9 %C0 %ff + & = a \0 %00 %EF%BB%BF %zz'.split(' ')))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(read(text)).toEqual([...new URLSearchParams(`&${text}`)]);
    }),
  );
  // Node's own reader makes one byte of each character of such a name.
  expect(read('é%41=é')).toEqual([['éA', 'é']]);
  const large = `${'%F0%9F%98%80'.repeat(20_000)}=${'%zz+'.repeat(30_000)}`;
  expect(read(large)).toEqual([...new URLSearchParams(large)]);
});
