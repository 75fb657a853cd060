import { expect, test } from 'vitest';
import { requestIdIn } from '../../src/list/request-address.ts';

test('the address names an id, none, or one that cannot exist', () => {
  expect(requestIdIn(undefined)).toBeUndefined();
  expect(requestIdIn('42')).toBe(42);
  for (const text of ['', '0', '-1', '1e3', '1.5', '007', 'x', '9'.repeat(20), '42 ']) {
    expect(requestIdIn(text), text).toBe(0);
  }
});
