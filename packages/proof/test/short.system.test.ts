import { expect, test } from 'vitest';
import { prove } from './prove.ts';

test('no promise is broken while faults strike a service on SQLite', async () => {
  const { code, printed } = await prove('sqlite');
  expect(code, printed).toBe(0);
});
