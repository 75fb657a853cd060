import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreementOn } from './agreement.ts';
import { unknownDifference } from './differences.ts';
import { oddStream } from './odd-streams.ts';

test('the service refuses, or reads as Node does, whatever clients send, but for the differences that are known', () => {
  fc.assert(
    fc.property(oddStream, (text) => {
      expect(unknownDifference(agreementOn(Buffer.from(text, 'latin1')))).toBe('');
    }),
    { numRuns: 3000, seed: 1 },
  );
});
