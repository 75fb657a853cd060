import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecret, drawTrackingId, hintOf, isWellFormedSecret } from '../../src/keys/keys.ts';
import { hashSecret } from '../../src/random-secret.ts';

test('a key starts with wh- and goes on with base62', () => {
  const secrets = new Set(Array.from({ length: 1000 }, createSecret));
  expect(secrets.size).toBe(1000);
  for (const secret of secrets) {
    // 30 random characters and the checksum.
    expect(secret).toMatch(/^wh-[0-9A-Za-z]{36}$/);
    expect(isWellFormedSecret(secret)).toBe(true);
  }
});

test('a mistyped key is told by its checksum', () => {
  const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('');
  fc.assert(
    fc.property(fc.nat(35), fc.constantFrom(...characters), (position, replacement) => {
      const secret = createSecret();
      const at = 3 + position;
      fc.pre(secret[at] !== replacement);
      const mistyped = secret.slice(0, at) + replacement + secret.slice(at + 1);
      expect(isWellFormedSecret(mistyped)).toBe(false);
    }),
  );
});

test('two neighbours exchanged are noticed', () => {
  for (let i = 0; i < 200; i++) {
    const secret = createSecret();
    const exchanged = `${secret.slice(0, 10)}${secret[11]}${secret[10]}${secret.slice(12)}`;
    if (exchanged !== secret) expect(isWellFormedSecret(exchanged)).toBe(false);
  }
});

test('any other text is no key', () => {
  fc.assert(fc.property(fc.string(), (text) => !isWellFormedSecret(text)));
  const secret = createSecret();
  for (const text of [`${secret}\n`, ` ${secret}`, secret.slice(3), secret.replace('wh-', 'WH-')]) {
    expect(isWellFormedSecret(text)).toBe(false);
  }
});

test('the hint is the first and the last four characters', () => {
  expect(hintOf('wh-ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890')).toBe('wh-ABCD…7890');
});

test('the SHA-256 is stored', () => {
  expect(hashSecret('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('a tracking id is the end of a UUIDv7', () => {
  const { tracking_uuid, tracking_id } = drawTrackingId(new Set());
  expect(tracking_uuid).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(tracking_id).toBe(tracking_uuid.slice(-5));
  expect(tracking_id).toMatch(/^[0-9a-f]{5}$/);
});

test('a tracking id that the account has already is drawn again', () => {
  const drawn = ['a-00001', 'a-00002', 'a-00003'];
  const taken = new Set(['00001', '00002']);
  expect(drawTrackingId(taken, () => drawn.shift() ?? '')).toEqual({
    tracking_uuid: 'a-00003',
    tracking_id: '00003',
  });
});
