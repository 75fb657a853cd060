import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { models } from './models.ts';
import { mutations } from './mutations.ts';
import { tryMutations } from './run-mutations.ts';

/** As many times as many schedules are tried: 20 for an hour on a spare machine. */
const times = Number(process.env.HOOKWELL_TEST_INTERLEAVINGS ?? 1);
/** The seconds that the fixed seed and the new one each have, by the models' own figures. */
const secondsEach = 0.3;

describe.each(models)('schedules of $name', ({ schedulesPerSecond, check }) => {
  const schedules = Math.ceil(schedulesPerSecond * secondsEach * times);

  test('the same ones in every run', async () => {
    await check({ seed: 1, schedules });
  });

  // If it fails it prints its seed and path.
  test('new ones', async () => {
    await check({ schedules });
  });
});

test('a broken variant of our own code is found', async () => {
  const { code, output } = await tryMutations(['nobody hears that a decision']);
  expect(output).toMatch(/^found after \d+ tests?: nobody hears/);
  expect(code).toBe(0);
});

// All of them are tried with the slow tests alone; a change of the code is to show here what it leaves behind.
test.each(mutations)('$why: the place stands in $file', ({ file, replace }) => {
  const source = readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8');
  expect(source.split(replace)).toHaveLength(2);
});
