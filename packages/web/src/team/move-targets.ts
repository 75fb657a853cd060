import type { Team } from '@hookwell/client';
import type { User } from '../session/session.ts';

/** An account that an endpoint can move to. */
export interface MoveTarget {
  id: number;
  name: string;
  /** Stands before the addresses of its pages. */
  path: string;
}

/** The user's own account, and the teams where the user is at least member; never the account of the page. */
export function moveTargets({ principal, team }: User, teams: readonly Team[]): MoveTarget[] {
  const own =
    team === undefined ? [] : [{ id: team.person.id, name: 'your own account', path: '' }];
  const others = teams
    .filter(({ id, role }) => id !== principal.id && role !== 'viewer')
    .map(({ id, name }) => ({ id, name, path: `/t/${id}` }));
  return [...own, ...others];
}
