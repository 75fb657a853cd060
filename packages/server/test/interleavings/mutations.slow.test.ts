import { expect, test } from 'vitest';
import { mutations } from './mutations.ts';
import { tryMutations } from './run-mutations.ts';

test('the models find every broken variant of our own code', async () => {
  const { code, output } = await tryMutations([]);
  const lines = output.trim().split('\n');
  expect(lines.filter((line) => !line.startsWith('found'))).toEqual([]);
  expect(lines).toHaveLength(mutations.length);
  expect(code).toBe(0);
});
