import { expect, test } from 'vitest';
import { moveTargets } from '../../src/team/move-targets.ts';

const person = {
  id: 1,
  email: 'ada@example.org',
  isGuest: false,
  plan: 'free',
  status: 'active',
} as const;
const teams = [
  { id: 7, name: 'Payments', role: 'owner' },
  { id: 8, name: 'Shop', role: 'member' },
  { id: 9, name: 'Audit', role: 'viewer' },
] as const;

test('an endpoint moves to teams of members, and from a team also to the own account', () => {
  const named = (targets: ReturnType<typeof moveTargets>) =>
    targets.map(({ id, path }) => `${id} ${path}`);
  expect(named(moveTargets({ principal: person }, teams))).toEqual(['7 /t/7', '8 /t/8']);
  const inTeam = {
    principal: { id: 7, isGuest: false, plan: 'free', status: 'active' } as const,
    team: { ...teams[0], person },
  };
  expect(named(moveTargets(inTeam, teams))).toEqual(['1 ', '8 /t/8']);
});
