import { test } from 'vitest';
import { models } from './models.ts';

/** The seconds that each model has, by its own figure. */
const seconds = 0.1;

test.each(models)('schedules of $name', async ({ schedulesPerSecond, check }) => {
  await check({ schedules: Math.ceil(schedulesPerSecond * seconds) });
});
