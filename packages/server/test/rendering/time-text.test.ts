import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeText } from '../../src/rendering/text/time-text.ts';

test('a time is written as a Date writes it, whichever times came before', () => {
  const near = fc.integer({ min: -2500, max: 2500 });
  const times = fc.record({
    around: fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }),
    apart: fc.array(near, { minLength: 1, maxLength: 8 }),
  });
  fc.assert(
    fc.property(times, ({ around, apart }) => {
      for (const distance of apart) {
        const time = around + distance;
        expect(timeText(time)).toBe(new Date(time).toISOString());
      }
    }),
  );
});
