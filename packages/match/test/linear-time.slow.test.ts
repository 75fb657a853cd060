import { expect, test } from 'vitest';
import { applied, hostileBodies, size } from './hostile-bodies.ts';

/** The least time of five runs, in ms: what else the machine does only adds to it. */
function leastMs(run: () => void): number {
  const times = [1, 2, 3, 4, 5].map(() => {
    const before = performance.now();
    run();
    return performance.now() - before;
  });
  return Math.min(...times);
}

/** The same length in one text may take 8 times as long as in sixteen; in the square it would take 16 times as long. */
test.each(hostileBodies)('a body of %s takes linear time', (_name, match, textOf) => {
  const parts = Array<string>(16).fill(textOf(size / 16));
  const large = textOf(size);
  applied(match, large);
  const partsMs = leastMs(() => {
    for (const part of parts) applied(match, part);
  });
  const largeMs = leastMs(() => applied(match, large));
  expect(largeMs / Math.max(partsMs, 1)).toBeLessThan(8);
});

test('tiny chunks cost no more than their characters', () => {
  const match = `body:${'ab'.repeat(1500)}c`;
  const text = 'ab'.repeat(size / 8);
  applied(match, text, 1);
  const [tinyMs, wholeMs] = [
    leastMs(() => applied(match, text, 1)),
    leastMs(() => applied(match, text)),
  ];
  expect(tinyMs / Math.max(wholeMs, 0.5)).toBeLessThan(100);
});

test('a long path costs no more for each repeated name than a short one', () => {
  const text = `{${'"a":1,'.repeat(20_000)}"a":1}`;
  const short = leastMs(() => applied('json.a.b=1', text));
  const long = leastMs(() => applied(`json${'.a'.repeat(2000)}=1`, text));
  expect(long).toBeLessThan(20 * short + 20);
});
