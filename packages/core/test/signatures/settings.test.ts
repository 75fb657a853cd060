import { expect, it } from 'vitest';
import { carriers, senders } from '../../src/senders/tables/marks.ts';
import {
  checkScheme,
  checkSecret,
  type SchemeSettings,
  schemes,
  textAt,
} from '../../src/signatures/index.ts';
import { checkKey } from '../../src/signatures/verify/index.ts';
import { ownMethods } from '../../src/signatures/verify/own/own-method.ts';
import { settingsOf } from './requests.ts';

const custom = settingsOf('custom');
const { timestampHeader: _time, prefix: _prefix, ...timeless } = custom;
const paired: SchemeSettings = { ...timeless, pairs: { signature: 'v1', timestamp: 't' } };

it.each<[SchemeSettings, string | undefined, RegExp | undefined]>([
  [{ scheme: 'github' }, undefined, undefined],
  [custom, undefined, undefined],
  [settingsOf('token'), undefined, undefined],
  [settingsOf('paypal'), undefined, undefined],
  [{ scheme: 'gihub' }, 'scheme', /no scheme "gihub"/],
  [{ scheme: '__proto__' }, 'scheme', /no scheme/],
  [{ scheme: 'paypal' }, 'webhookId', /needs it/],
  [{ scheme: 'token' }, 'header', /needs it/],
  [{ scheme: 'github', header: 'X-Other' }, 'header', /does not use it/],
  [{ scheme: 'token', header: 'X-T', webhookId: '1' }, 'webhookId', /does not use it/],
  [{ scheme: 'token', header: 'X T' }, 'header', /not a header name/],
  [{ scheme: 'token', header: '' }, 'header', /not a header name/],
  [{ ...custom, signed: '{timestamp}' }, 'signed', /no \{body\}/],
  [{ ...custom, signed: '{body}{body}' }, 'signed', /more than once/],
  [{ ...custom, signed: '{body}{time}' }, 'signed', /\{time\} stands for nothing/],
  [{ scheme: 'custom', header: 'X-S', algorithm: 'sha1', encoding: 'hex' }, 'signed', /needs it/],
  [{ ...custom, signed: '{body}' }, 'timestampHeader', /not signed/],
  [{ ...custom, timestampHeader: 'x-signature' }, 'timestampHeader', /pairs/],
  [{ ...custom, idHeader: 'X-SIGNATURE' }, 'idHeader', /header with the signature/],
  [{ ...custom, prefix: ' v1=' }, 'prefix', /no header/],
  [{ ...custom, prefix: 'v1→' }, 'prefix', /no header/],
  [paired, undefined, undefined],
  [{ ...paired, prefix: 'v1=' }, 'prefix', /leave prefix out/],
  [{ ...paired, timestampHeader: 'X-Time' }, 'timestampHeader', /pairs.timestamp tells/],
  [{ ...paired, timestampHeader: 'X-Signature' }, 'timestampHeader', /pairs/],
  [{ ...paired, signed: '{body}' }, 'pairs.timestamp', /not signed/],
  [{ ...paired, pairs: { signature: 'v1' } }, 'signed', /pairs.timestamp/],
  [{ ...paired, pairs: { signature: 't', timestamp: 't' } }, 'pairs.timestamp', /the signature/],
  [{ ...paired, pairs: { signature: 'v1=' } }, 'pairs.signature', /name before =/],
  [{ ...paired, pairs: { signature: 'v;1', separator: ';' } }, 'pairs.signature', /name before/],
  [{ ...paired, pairs: { signature: 'v1', separator: '=' } }, 'pairs.separator', /between/],
  [{ ...paired, pairs: { signature: 'v1', separator: '\n' } }, 'pairs.separator', /between/],
  [{ scheme: 'github', pairs: { signature: 'v1' } }, 'pairs', /does not use it/],
  [{ scheme: 'github', secretEncoding: 'hex' }, 'secretEncoding', /does not use it/],
])('%j', (settings, member, message) => {
  const fault = checkScheme(settings);
  expect(fault?.member).toBe(member);
  if (message !== undefined) expect(fault?.message).toMatch(message);
});

it('a placeholder needs its header', () => {
  expect(checkScheme({ ...timeless, signed: '{timestamp}{body}' })?.message).toMatch(
    /timestampHeader/,
  );
  const { idHeader: _id, ...nameless } = custom;
  expect(checkScheme({ ...nameless, signed: '{timestamp}{id}{body}' })?.message).toMatch(
    /idHeader/,
  );
});

const hex = 'ab'.repeat(32);
it.each<[string, string, boolean]>([
  ['github', 'any text\n', true],
  ['github', '', false],
  ['svix', 'whsec_bm90IHNlY3JldA==', true],
  ['svix', 'bm90IHNlY3JldA', true],
  ['svix', 'whsec_bm90IHNlY3JldA==\n', false],
  ['svix', 'whsec_', false],
  ['svix', 'v1,whsec_bm90IHNlY3JldA==', true],
  ['svix', 'v1,bm90IHNlY3JldA==', false],
  ['standard-webhooks', 'polar_whs_any-text', true],
  ['standard-webhooks', `whpk_${Buffer.alloc(32).toString('base64')}`, true],
  ['standard-webhooks', `whpk_${Buffer.alloc(31).toString('base64')}`, false],
  ['gitlab', 'any text', true],
  ['gitlab', 'whsec_%', false],
  ['adyen', hex, true],
  ['adyen', 'a secret', false],
  ['discord', hex, true],
  ['discord', hex.slice(1), false],
  ['sendgrid', 'a secret', false],
  ['basic', 'user', false],
  ['paypal', 'a secret', false],
  ['plaid', 'a secret', false],
])('%s can use %j: %s', (scheme, secret, usable) => {
  const settings = settingsOf(scheme);
  const fault = checkSecret(settings, secret);
  expect(fault === undefined).toBe(usable);
  expect(checkKey(settings, secret) === undefined).toBe(usable);
  if (secret.length > 6) expect(fault ?? '').not.toContain(secret);
});

it.each<[string, string]>([
  ['paypal', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
  ['plaid', '{"kty":"EC"}'],
  ['sendgrid', 'AAAA'],
])('%s: what looks like a key and is none', (scheme, secret) => {
  expect(checkSecret(settingsOf(scheme), secret)).toBeUndefined();
  expect(checkKey(settingsOf(scheme), secret)).toMatch(/^It is not a key of /);
});

it('a row names senders that there are, and says the same everywhere', () => {
  const known = new Set([...senders, ...carriers].map(({ name }) => name));
  for (const scheme of schemes) {
    for (const sender of scheme.senders) expect(known, scheme.name).toContain(sender);
    for (const name of scheme.headers) expect(name).toBe(name.toLowerCase());
    expect(new URL(scheme.documentation).protocol).toBe('https:');
    expect(scheme.secret.where, scheme.name).toMatch(/^[A-Z].*\.$/);
    if (scheme.note !== undefined) expect(scheme.note).toMatch(/^[A-Z].*\.$/);
  }
  const own = schemes.filter(({ ways }) => ways.some(({ by }) => by === 'own'));
  expect(own.map(({ name }) => name).sort()).toEqual([...ownMethods].sort());
  const secretHeaders = schemes.filter(({ ways }) =>
    ways.some((way) => way.by === 'secret' && !/^x-/i.test(way.header)),
  );
  expect(secretHeaders.map(({ name }) => name)).toEqual(
    schemes.filter(({ storesSecret }) => storesSecret).map(({ name }) => name),
  );
});

it('a text of the head is found in any case, and the first one counts', () => {
  const headers = ['Host', 'a', 'X-GITHUB-event', 'push', 'x-github-event', 'ping'];
  expect(textAt({ header: 'x-github-event' }, headers)).toBe('push');
  expect(textAt({ header: 'x-other' }, headers)).toBeUndefined();
  expect(textAt({ json: ['type'] }, headers)).toBeUndefined();
});
