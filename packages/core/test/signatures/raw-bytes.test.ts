import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { explain } from '../../src/signatures/explain/index.ts';
import type { SchemeSettings } from '../../src/signatures/index.ts';
import { sign } from '../../src/signatures/sign.ts';
import { noTime, now, secretOf, settingsOf, verdictOf } from './requests.ts';

// Node's own HMAC over the bytes of the wire is the measure of what is made and verified here.

const url = 'https://hooks.example/wh/abc/caf\xc3\xa9/\xff?n\xc3\xa4me=\x9b';
const body = Buffer.from([0xc3, 0xa9, 0xff]);
const secret = 'a secret';
const bytes = (text: string) => Buffer.from(text, 'latin1');

const own: SchemeSettings = {
  ...{ scheme: 'custom', header: 'X-Signature', algorithm: 'sha256', encoding: 'hex' },
  signed: 'né {method} {url} {id} {body} {timestamp}',
  ...{ timestampHeader: 'X-Time', idHeader: 'X-Id' },
};

it('a scheme of one’s own signs the bytes of URL, method and headers, and its own text in UTF-8', async () => {
  const [time, id] = [String(now / 1000), 'n\xc3\xa9\xff'];
  const message = [Buffer.from('né '), bytes(`get ${url} ${id} `), body, bytes(` ${time}`)];
  const signature = createHmac('sha256', secret).update(Buffer.concat(message)).digest('hex');
  const headers = ['X-Signature', signature, 'X-Time', time, 'X-Id', id];
  const head = { method: 'get', url, headers, receivedAt: now };
  expect(await verdictOf(own, [secret], { head, body })).toMatchObject({ verdict: 'valid' });
  const upper = { ...head, method: 'GET' };
  expect(await verdictOf(own, [secret], { head: upper, body })).toMatchObject({
    verdict: 'invalid',
  });
  const unsigned = { method: 'get', url, headers: [], body };
  expect(sign(own, secret, unsigned, { now, id })).toEqual(headers);
});

it('square and twilio sign the bytes of the URL', async () => {
  const squared = createHmac('sha256', secret).update(bytes(url)).update(body).digest('base64');
  const headers = ['x-square-hmacsha256-signature', squared];
  const head = { method: 'POST', url, headers, receivedAt: now };
  expect(await verdictOf({ scheme: 'square' }, [secret], { head, body })).toMatchObject({
    verdict: 'valid',
  });
  expect(sign({ scheme: 'square' }, secret, { ...head, body }, { now })[1]).toBe(squared);
  const called = createHmac('sha1', secret).update(bytes(url)).digest('base64');
  const empty = {
    head: { ...head, headers: ['X-Twilio-Signature', called] },
    body: Buffer.alloc(0),
  };
  expect(await verdictOf({ scheme: 'twilio' }, [secret], empty)).toMatchObject({
    verdict: 'valid',
  });
  const unsigned = { method: 'POST', url, headers: [], body: Buffer.alloc(0) };
  expect(sign({ scheme: 'twilio' }, secret, unsigned, { now })).toContain(called);
});

it('contentful encodes the text of the URL, and could not have signed what is none', async () => {
  const settings = { scheme: 'contentful' };
  const key = secretOf('contentful');
  const readable = 'https://hooks.example/wh/caf\xc3\xa9';
  const headers = sign(
    settings,
    key,
    { method: 'POST', url: readable, headers: [], body },
    { now },
  );
  const head = { method: 'POST', url: readable, headers, receivedAt: now };
  expect(await verdictOf(settings, [key], { head, body })).toMatchObject({ verdict: 'valid' });
  const time = headers[headers.indexOf('x-contentful-timestamp') + 1];
  const names = 'x-contentful-signed-headers,x-contentful-timestamp';
  const text = `POST\n/wh/caf%C3%A9\nx-contentful-signed-headers:${names};x-contentful-timestamp:${time}\n`;
  expect(headers[1]).toBe(createHmac('sha256', key).update(text).update(body).digest('hex'));
  const odd = { ...head, url };
  expect(await verdictOf(settings, [key], { head: odd, body })).toMatchObject({
    verdict: 'invalid',
    reason: 'The URL cannot have been signed.',
  });
});

it('what a sender signed of a percent-encoded URL is explained by its bytes', async () => {
  const sent = 'https://hooks.example/wh/caf%C3%A9/%FF';
  const signed = createHmac('sha256', secret)
    .update(bytes('https://hooks.example/wh/caf\xc3\xa9/\xff'))
    .update(body)
    .digest('base64');
  const headers = ['x-square-hmacsha256-signature', signed];
  const head = { method: 'POST', url: sent, headers, receivedAt: now };
  const settings = { scheme: 'square' };
  const verification = await verdictOf(settings, [secret], { head, body });
  expect(verification).toMatchObject({ verdict: 'invalid' });
  const verifying = { settings, secrets: [secret], formerSecrets: [] };
  expect(await explain(verifying, head, body, verification, 10_000, noTime)).toContain(
    'with the path decoded',
  );
});

it('all settings of schemes sign such a request as they verify it', async () => {
  for (const scheme of ['custom', 'hubspot-v3', 'square', 'twilio']) {
    const settings = settingsOf(scheme);
    const key = secretOf(scheme);
    const type = [
      'content-type',
      scheme === 'twilio' ? 'application/x-www-form-urlencoded' : 'a/b',
    ];
    const unsigned = { method: 'M-SEARCH', url, headers: type, body: Buffer.from('a=1') };
    const headers = [...type, ...sign(settings, key, unsigned, { now })];
    const head = { method: 'M-SEARCH', url, headers, receivedAt: now };
    const { verdict } = await verdictOf(settings, [key], { head, body: unsigned.body });
    expect([scheme, verdict]).toEqual([scheme, 'valid']);
  }
});
