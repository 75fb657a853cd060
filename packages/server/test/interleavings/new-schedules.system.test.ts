import { describe, test } from 'vitest';
import { models } from './models.ts';

/** The seconds that each has, by the model's own figure. */
const seconds = 0.2;

describe.each(models)('schedules of $name', ({ schedulesPerSecond, check }) => {
  // If it fails it prints its seed and path.
  test('that no run had before keep what the model promises', async () => {
    await check({ schedules: Math.ceil(schedulesPerSecond * seconds) });
  });
});
