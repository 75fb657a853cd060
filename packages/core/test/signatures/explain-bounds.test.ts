import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explain, mostBodyBytes } from '../../src/signatures/explain/index.ts';
import { schemes } from '../../src/signatures/index.ts';
import { Verifier } from '../../src/signatures/verify/index.ts';
import { anyUrl } from '../any-url.ts';
import { noTime, now, secretOf, settingsOf, signedRequest, url } from './requests.ts';

const mebibyte = 1024 * 1024;
const size = 64 * 1024;

test.each([
  ['nested', '['.repeat(mebibyte / 2) + ']'.repeat(mebibyte / 2)],
  ['nested in rows', `[${`${'['.repeat(90)}${']'.repeat(90)},`.repeat(size / 182)}1]`],
  ['numbers', `[${'1,'.repeat(size / 2 - 2)}1]`],
  ['members', `{${'"":1,'.repeat(size / 5 - 1)}"":1}`],
  ['escapes', `["${'\\u0000<'.repeat(size / 7)}"]`],
  ['open string', `["${'\\'.repeat(size - 2)}`],
  ['fields', 'a=%ff&'.repeat(size / 6)],
  ['empty fields', '=&'.repeat(size / 2)],
  ['spaces', ' '.repeat(size)],
  ['line breaks', '\n'.repeat(size)],
  ['Base64', 'A'.repeat(size)],
  ['bytes', Buffer.alloc(size, 0xff)],
])('a hostile body is looked into as any other: %s', async (_name, hostile) => {
  const secrets = ['a secret'];
  const { head } = signedRequest({ scheme: 'github' }, 'another one', 'another body');
  const body = Buffer.from(hostile);
  const verifying = { settings: { scheme: 'github' }, secrets, formerSecrets: secrets };
  const said = await explain(verifying, head, body, { verdict: 'invalid' }, 100);
  expect(said).toMatch(/^No secret given here made this signature\./);
});

test.each([
  [mebibyte, /before it was compressed \(gzip\)/],
  [mebibyte + 1, /^No secret given here made this signature\. Another secret/],
])('a body is decompressed to %d bytes', async (size, says) => {
  const whole = Buffer.alloc(size, 'a');
  const { head } = signedRequest({ scheme: 'github' }, 'a secret', whole);
  const headers = [...head.headers, 'Content-Encoding', 'gzip'];
  const verifying = { settings: { scheme: 'github' }, secrets: ['a secret'], formerSecrets: [] };
  const body = gzipSync(whole);
  const invalid = { verdict: 'invalid' } as const;
  expect(await explain(verifying, { ...head, headers }, body, invalid, 5000, noTime)).toMatch(says);
});

test('a larger body is not looked into', async () => {
  const { head } = signedRequest({ scheme: 'github' }, 'another one', 'a');
  const verifying = { settings: { scheme: 'github' }, secrets: ['a secret'], formerSecrets: [] };
  const verification = await new Verifier(verifying.settings, verifying.secrets).verify(head, []);
  const body = new Uint8Array(mostBodyBytes + 1);
  expect(await explain(verifying, head, body, verification, 100)).toBe(
    'No secret given here made this signature. The cause was not looked for: the body is larger than 1 MiB.',
  );
});

const value = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.base64String({ maxLength: 100 }),
  fc.constantFrom('Basic ', 'Bearer', 't=1,v1=', 'v1,', 'host=', `${now}`, 'gzip', '\u0000'),
);

test('nothing makes it fail, and it tells no secret', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        scheme: fc.constantFrom(...schemes.map(({ name }) => name)),
        headers: fc.array(fc.tuple(value, value), { maxLength: 8 }),
        own: fc.constantFrom(...schemes.flatMap(({ headers }) => headers)),
        body: fc.oneof(
          fc.uint8Array({ maxLength: 100 }),
          fc.json().map((text) => Buffer.from(text)),
        ),
        address: fc.oneof(fc.constant(url), anyUrl, fc.string()),
        verdict: fc.constantFrom('invalid', 'missing', 'stale', 'unverifiable', 'valid'),
        signedAt: fc.option(fc.double(), { nil: undefined }),
        kept: fc.string({ minLength: 12, maxLength: 40 }),
      }),
      async ({ scheme, headers, own, body, address, verdict, signedAt, kept }) => {
        const secret = secretOf(scheme, `k7Qz94Lm${kept}`);
        const said = await explain(
          { settings: settingsOf(scheme), secrets: [secret, kept], formerSecrets: [`${kept} `] },
          {
            method: 'POST',
            url: address,
            headers: [...headers.flat(), own, headers[0]?.[1] ?? kept],
            receivedAt: now,
          },
          body,
          { verdict, ...(signedAt !== undefined && { signedAt }) },
          200,
        );
        expect(said).not.toContain(secret.trim());
        expect(said).not.toContain('k7Qz94Lm');
      },
    ),
    { numRuns: 60 },
  );
});
