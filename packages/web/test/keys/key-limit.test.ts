import { maximumApiKeys, NewApiKey } from '@hookwell/core/api';
import { expect, test } from 'vitest';
import { keyNameProblem, mostKeys } from '../../src/keys/key-limit.ts';

test('the limits are those of the contract', () => {
  expect(mostKeys).toBe(maximumApiKeys);
  expect(NewApiKey.properties.name).toMatchObject({ minLength: 1, maxLength: 100 });
  expect(keyNameProblem('')).toBeDefined();
  expect(keyNameProblem('🔑'.repeat(100))).toBeUndefined();
  expect(keyNameProblem('x'.repeat(101))).toMatch(/has 101/);
});
