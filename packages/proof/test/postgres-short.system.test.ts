import { expect, test } from 'vitest';
import { prove } from './prove.ts';

test('no promise is broken while faults strike a service on PostgreSQL', async () => {
  const { code, printed } = await prove('postgres');
  expect(code, printed).toBe(0);
});
