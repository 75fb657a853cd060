import { describe, expect, test } from 'vitest';
import {
  hintOf,
  isSameCounting,
  readSettings,
  readStoredSettings,
  SettingsError,
} from '../../src/rules/index.ts';

const secret = 'SeCrEt-that-nobody-may-see';
const verify = (members: object) => ({
  verify: { scheme: 'github', secrets: [secret], ...members },
});
const custom = {
  ...{ scheme: 'custom', header: 'X-Signature', algorithm: 'sha256', encoding: 'hex' },
  signed: '{timestamp}.{body}',
  timestampHeader: 'X-Time',
};

test('how requests are verified is read as it is written', () => {
  expect(readSettings({}).verify).toBeUndefined();
  expect(readSettings(verify({})).verify).toEqual({ scheme: 'github', secrets: [secret] });
  const all = { ...custom, prefix: 'v1=', idHeader: 'X-Id', tolerance: 30 * 86_400 };
  const secrets = [{ hint: '…' }, secret, { hint: '…k3f9' }];
  expect(readSettings({ verify: { ...all, secrets } }).verify).toEqual({ ...all, secrets });
  const { timestampHeader: _, ...timeless } = custom;
  const pairs = { signature: 'v1', timestamp: 't', separator: ';' };
  const paired = { ...timeless, secretEncoding: 'hex', pairs, secrets: ['00ff'] };
  expect(readSettings({ verify: paired }).verify).toEqual(paired);
  const webhookId = 'WH-1';
  const certificate = `-----BEGIN CERTIFICATE-----\n${'A'.repeat(16_000)}`;
  const paypal = { scheme: 'paypal', webhookId, secrets: [certificate] };
  expect(readSettings({ verify: paypal }).verify).toEqual(paypal);
});

test('settings that can never match are refused, and read if they are stored', () => {
  const settings = { verify: { ...custom, timestampHeader: 'X-Signature', secrets: [] } };
  expect(() => readSettings(settings)).toThrow('verify.timestampHeader: ');
  const stored = { verify: { ...settings.verify, secrets: [{ hint: '…' }] } };
  expect(readStoredSettings(stored).verify).toEqual(stored.verify);
});

test('a sender that gives its secret in a handshake needs none', () => {
  const read = [{ scheme: 'asana' }, { scheme: 'asana', secrets: [] }, { scheme: 'notion' }].map(
    (verify) => readSettings({ verify }).verify?.secrets,
  );
  expect(read).toEqual([[], [], []]);
});

test('the counting of attempts goes on when only the verifying changes', () => {
  const before = readSettings(verify({}));
  expect(isSameCounting(before, readSettings(verify({ secrets: ['another'] })))).toBe(true);
});

describe('a sentence names the place and shows no secret', () => {
  test.each<[unknown, string]>([
    [{ verify: null }, 'verify: '],
    [{ verify: secret }, 'verify: '],
    [{ verify: [] }, 'verify: '],
    [{ verify: {} }, 'verify.scheme: '],
    [verify({ scheme: secret }), 'verify.scheme: there is no such signature scheme: known are '],
    [
      verify({ scheme: 'Github' }),
      'verify.scheme: there is no such signature scheme (did you mean github?)',
    ],
    [verify({ scheme: '__proto__' }), 'verify.scheme: '],
    [verify({ secret }), 'verify.secret: '],
    [verify({ secrets: undefined }), 'verify.secrets: '],
    [
      verify({ secrets: secret }),
      'verify.secrets: this must be a list of secrets, and a string stands here',
    ],
    [verify({ secrets: [] }), 'verify.secrets: '],
    [verify({ secrets: Array(11).fill(secret) }), 'verify.secrets: '],
    [verify({ secrets: [secret, ''] }), 'verify.secrets[1]: '],
    [verify({ secrets: [secret.repeat(200)] }), 'verify.secrets[0]: '],
    [verify({ secrets: [{ hint: 5 }] }), 'verify.secrets[0]: '],
    [verify({ secrets: [{ hint: '…', [secret]: 1 }] }), 'verify.secrets[0]: '],
    [verify({ secrets: [null] }), 'verify.secrets[0]: '],
    [verify({ scheme: 'svix', secrets: [`whsec_${secret}`] }), 'verify.secrets[0]: '],
    [verify({ tolerance: 0 }), 'verify.tolerance: '],
    [verify({ tolerance: 1.5 }), 'verify.tolerance: '],
    [verify({ tolerance: 30 * 86_400 + 1 }), 'verify.tolerance: '],
    [verify({ tolerance: '5' }), 'verify.tolerance: '],
    [verify({ header: 'X-Token' }), 'verify.header: '],
    [verify({ scheme: 'token' }), 'verify.header: '],
    [verify({ scheme: 'token', header: 'a b' }), 'verify.header: '],
    [verify({ scheme: 'paypal' }), 'verify.webhookId: '],
    [verify({ ...custom, algorithm: 'md4' }), 'verify.algorithm: '],
    [verify({ ...custom, secretEncoding: 'utf8' }), 'verify.secretEncoding: '],
    [verify({ ...custom, pairs: 'v1' }), 'verify.pairs: '],
    [verify({ ...custom, pairs: {} }), 'verify.pairs.signature: '],
    [verify({ ...custom, pairs: { signature: 'v1', id: 'id' } }), 'verify.pairs.id: '],
    [verify({ ...custom, encoding: 7 }), 'verify.encoding: '],
    [verify({ ...custom, signed: '{timestamp}' }), 'verify.signed: '],
    [verify({ ...custom, signed: `{body}${'x'.repeat(1024)}` }), 'verify.signed: '],
    [verify({ ...custom, prefix: '' }), 'verify.prefix: '],
  ])('%j', (document, start) => {
    let message = '';
    try {
      readSettings(document);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      message = error.message;
    }
    expect(message.slice(0, start.length)).toBe(start);
    expect(message.toLowerCase()).not.toContain(secret.toLowerCase());
  });
});

test.each([
  ['abcdefgh1234', '…1234'],
  ['abcdefgh123', '…'],
  ['', '…'],
  ['abcdefgh1234\n', '…1234'],
  ['abcdefgh\u{1f600}\u{1f601}\u{1f602}\u{1f603}', '…\u{1f600}\u{1f601}\u{1f602}\u{1f603}'],
  ['alexander.long:abcd', '…'],
  ['alexander.long:abcdefgh1234', '…1234'],
  ['-----BEGIN PUBLIC KEY-----\nMCowBQYDK2Vw\nAB12\n-----END PUBLIC KEY-----\n', '…AB12'],
])('the hint of %j', (text, hint) => {
  expect(hintOf(text)).toBe(hint);
});
