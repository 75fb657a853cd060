import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyedHash } from '../../src/signatures/verify/hmac-method.ts';
import { anyCharacter } from '../any-character.ts';

const part = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.uint8Array({ maxLength: 300 }),
  fc.constantFrom('', '\ud800', 'ä'.repeat(11_000), new Uint8Array(40_000).fill(7)),
);

test.each(['sha1', 'sha256', 'sha512'] as const)('an HMAC-%s is that of Node', (name) => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.array(part, { maxLength: 4 })),
      (key, messages) => {
        const keyed = new KeyedHash(key, name);
        for (const message of messages) {
          const hmac = createHmac(name, key);
          for (const part of message) hmac.update(part);
          const digest = hmac.digest();
          for (const encoding of ['hex', 'base64', 'base64url'] as const)
            expect(keyed.digest(message, encoding)).toBe(digest.toString(encoding));
        }
      },
    ),
    { numRuns: 30 },
  );
});
