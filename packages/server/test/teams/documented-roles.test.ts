import { expect, test } from 'vitest';
import { documentedRoles } from '../../scripts/write-roles.ts';

test('docs/teams.md has the roles of every operation', () => {
  const { is, shouldBe } = documentedRoles();
  expect(is).toBe(shouldBe);
});
