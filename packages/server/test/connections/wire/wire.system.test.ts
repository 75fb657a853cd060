import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreementOn } from './agreement.ts';
import { bodyCases } from './body-corpus.ts';
import { unknownDifference } from './differences.ts';
import { headCases } from './head-corpus.ts';
import { inPieces, readIn } from './in-pieces.ts';
import { oddStream } from './odd-streams.ts';

test('4,000 streams of odd bytes are read as Node reads them, and the same in any pieces', () => {
  const places = fc.array(fc.nat(400), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(oddStream, places, (text, chosen) => {
      const bytes = Buffer.from(text, 'latin1');
      expect(unknownDifference(agreementOn(bytes))).toBe('');
      const within = chosen.map((place) => place % (bytes.length + 1));
      expect(readIn(inPieces(bytes, within))).toEqual(readIn([bytes]));
    }),
    { numRuns: 4_000 },
  );
});

test('nothing depends on the place at which bytes come in two pieces', () => {
  for (const [sent] of [...headCases, ...bodyCases]) {
    if (sent.length > 1000) continue;
    const bytes = Buffer.from(sent, 'latin1');
    const whole = readIn([bytes]);
    for (let place = 1; place < bytes.length; place += 1)
      expect(readIn(inPieces(bytes, [place])), `${JSON.stringify(sent)} at ${place}`).toEqual(
        whole,
      );
  }
});
