import { createHmac } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { Verifier } from '../../../src/signatures/verify/index.ts';
import { now } from '../requests.ts';
import { libraryChecks } from './checks.ts';
import { installLibraries } from './load.ts';

beforeAll(() => {
  installLibraries();
  // The library prints which algorithm it does not know.
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  return () => warn.mockRestore();
}, 600_000);

const secret = 'an Auth Token, or the secret of a shared key';
const body = 'From=%2B15550100&Body=gr%C3%BC%C3%9Fe';
const parameters = 'BodygrüßeFrom+15550100';

interface Sent {
  /** The address that was signed, and the one at which it arrived. */
  signed: string;
  came: string;
  hash?: string;
  settings?: string;
}

/** Whether it is valid here, and to Twilio's own library. */
async function verdicts({ signed, came, hash = 'sha1', settings }: Sent) {
  const signature = createHmac(hash, secret)
    .update(signed + parameters)
    .digest('base64');
  const headers: Record<string, string> = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': signature,
    ...(settings !== undefined && { 'x-twilio-webhooks-signature-settings': settings }),
  };
  const head = {
    ...{ method: 'POST', url: came, receivedAt: now },
    headers: Object.entries(headers).flat(),
  };
  const found = await new Verifier({ scheme: 'twilio' }, [secret]).verify(head, [
    Buffer.from(body),
  ]);
  const header = (name: string) => headers[name] ?? '';
  const library = await libraryChecks.twilio?.({ body, url: came, secret, headers, header });
  return { here: found.verdict === 'valid', library };
}

const spellings = [
  ["'", '%27'],
  ['(', '%28'],
  ['*', '%2A'],
  ['!', '%21'],
  ['~', '%7E'],
  [':', '%3A'],
  ['@', '%40'],
  [',', '%2C'],
  ['+', '%20'],
  ['%c3%a9', '%C3%A9'],
  ['|', '%7C'],
  ['"', '%22'],
  ['a', 'b'],
] as const;

test.each(spellings)(
  '%s and %s in a query: what its library accepts is valid',
  async (one, other) => {
    for (const host of ['hooks.example', 'hooks.example:443', 'hooks.example:8443']) {
      for (const [signed, came] of [
        [one, other],
        [other, one],
        [one, one],
      ]) {
        const address = (text = '') => `https://${host}/wh/abc?a=${text}&b=${text}`;
        const { here, library } = await verdicts({ signed: address(signed), came: address(came) });
        expect(here, `${signed} ${came} ${host}`).toBe(library);
      }
    }
  },
);

test.each([
  [undefined, 'sha1', true],
  ['key=webhooks_sharedkey_01,algorithm=HMAC_SHA256', 'sha256', true],
  ['key=webhooks_sharedkey_01, algorithm = hmac_sha256 ', 'sha256', true],
  ['key=webhooks_sharedkey_01,algorithm=HMAC_SHA1', 'sha1', true],
  ['key=webhooks_sharedkey_01', 'sha1', true],
  ['key=webhooks_sharedkey_01,algorithm=HMAC_SHA256', 'sha1', false],
  [undefined, 'sha256', false],
  ['key=webhooks_sharedkey_01,algorithm=HMAC_MD5', 'md5', false],
])(
  'with the settings %s a signature with %s is judged as its library does',
  async (settings, hash, valid) => {
    const url = 'https://hooks.example/wh/abc?x=1';
    const sent = { signed: url, came: url, hash, ...(settings !== undefined && { settings }) };
    expect(await verdicts(sent)).toEqual({ here: valid, library: valid });
  },
);

test('a signature by a shared key says whose secret is wanted', async () => {
  const settings = ['x-twilio-webhooks-signature-settings', 'key=k,algorithm=HMAC_SHA256'];
  const headers = ['x-twilio-signature', `${'A'.repeat(43)}=`, ...settings];
  const head = { method: 'POST', url: 'https://hooks.example/', headers, receivedAt: now };
  const verifier = new Verifier({ scheme: 'twilio' }, [secret]);
  expect(await verifier.verify(head, [])).toMatchObject({
    verdict: 'invalid',
    reason: expect.stringContaining('a shared key did: its secret is wanted'),
  });
});
