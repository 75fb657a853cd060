import { test } from 'vitest';
import { expectKillsToLoseNothing } from './kill-rounds.ts';

test('after kill -9 at any moment every acknowledged capture is there, byte for byte', async () => {
  await expectKillsToLoseNothing(3, 100);
});
