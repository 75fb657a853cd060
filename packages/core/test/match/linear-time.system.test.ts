import { expect, test } from 'vitest';
import { timeRatio } from '../time-ratio.ts';
import { applied, hostileBodies, size } from './hostile-bodies.ts';

/** The same length in one text may take 8 times as long as in sixteen; in the square it would take 16 times as long. */
test.each(hostileBodies)('a body of %s takes linear time', async (_name, match, textOf) => {
  const parts = Array<string>(16).fill(textOf(size / 16));
  const large = textOf(size);
  const inParts = () => {
    for (const part of parts) applied(match, part);
  };
  expect(await timeRatio(() => applied(match, large), inParts, 8)).toBeLessThan(8);
});

test('tiny chunks cost no more than their characters', async () => {
  const match = `body:${'ab'.repeat(1500)}c`;
  const text = 'ab'.repeat(size / 8);
  const [inTiny, inLarge] = [() => applied(match, text, 1), () => applied(match, text)];
  expect(await timeRatio(inTiny, inLarge, 100)).toBeLessThan(100);
});

test('a long path costs no more for each repeated name than a short one', async () => {
  const text = `{${'"a":1,'.repeat(20_000)}"a":1}`;
  const long = () => applied(`json${'.a'.repeat(2000)}=1`, text);
  const short = () => applied('json.a.b=1', text);
  expect(await timeRatio(long, short, 20)).toBeLessThan(20);
});
