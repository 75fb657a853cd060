import { expect, test } from 'vitest';
import { oddMethods } from '../../../server/test/odd-requests.ts';
import { MethodBadge } from '../../src/ui/method-badge.tsx';

test.each(oddMethods)('a method of any name has a colour, and is shown as it is: %s', (method) => {
  const { className, children } = MethodBadge({ method }).props;
  expect(className).toContain(' text-other ');
  expect(children).toBe(method);
});

test('known methods have colours of their own', () => {
  expect(MethodBadge({ method: 'PATCH' }).props.className).toContain(' text-patch ');
});
