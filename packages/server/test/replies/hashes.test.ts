import { createHash, createHmac } from 'node:crypto';
import { KeyedHash } from '@hookwell/signatures/verify';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../bodies/test/any-character.ts';
import { deliveryName, hashNow, hashOfId } from '../../src/replies/hashes.ts';

test('keyed hashes are HMAC-SHA256, and stay what they were, whatever the text', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 3000 }),
    fc.constantFrom('', '\ud800', 'ä'.repeat(700), 'a'.repeat(100_000)),
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 64 }), fc.array(text), (bytes, texts) => {
      const key = new KeyedHash(bytes);
      const hmac = (text: string) => createHmac('sha256', bytes).update(text).digest();
      for (const text of texts) {
        const name = hmac(`7\n${text}`).subarray(0, 16).toString('base64url');
        expect(deliveryName(key, 7, text)).toBe(name);
        expect(hashOfId(key, text)).toBe(hmac(`id\n${text}`).toString('hex'));
      }
    }),
    { numRuns: 50 },
  );
});

test('the hash of a body does not depend on its pieces', () => {
  const hex = createHash('sha256').update('a body').digest('hex');
  for (const pieces of [['a body'], ['a', ' ', 'body'], ['', 'a body', '']]) {
    expect(hashNow(pieces.map((piece) => Buffer.from(piece)))).toBe(hex);
  }
  expect(hashNow([])).toBe(createHash('sha256').digest('hex'));
});
