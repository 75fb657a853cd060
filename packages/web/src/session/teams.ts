import type { Team } from '@hookwell/client';
import { TeamCalls } from '@hookwell/client/api';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { caller } from '../service/client.ts';
import { useUser } from './session.ts';

/** The calls about teams, which the first view does without. */
export const teamCalls = new TeamCalls(caller);

/** The teams that the user is in, whatever the account of the page. Guests are in none. */
export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  staleTime: 0,
  queryFn: ({ signal }) => teamCalls.list({ signal }),
});

/** The teams that the user is in; `undefined` until they are known. */
export function useTeams(): Team[] | undefined {
  const { principal } = useUser();
  return useQuery({ ...teamsQuery, enabled: !principal.isGuest }).data;
}

export const roleWords = { viewer: 'Viewer', member: 'Member', owner: 'Owner' } as const;
