import { describe, test } from 'vitest';
import { models } from './models.ts';

/** The seconds that the fixed seed and the new one each have, by the models' own figures. */
const secondsEach = 0.3;

describe.each(models)('schedules of $name', ({ schedulesPerSecond, check }) => {
  const schedules = Math.ceil(schedulesPerSecond * secondsEach);

  test('the same ones in every run', async () => {
    await check({ seed: 1, schedules });
  });

  // If it fails it prints its seed and path.
  test('new ones', async () => {
    await check({ schedules });
  });
});
