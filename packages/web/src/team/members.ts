import type { Invitation, Member } from '@hookwell/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { queryClient } from '../service/service.ts';
import { teamCalls } from '../session/teams.ts';

function membersQuery(teamId: number) {
  return queryOptions({
    queryKey: ['members', teamId],
    staleTime: 0,
    queryFn: ({ signal }) => teamCalls.members(teamId, { signal }),
  });
}

/** Suspends until they are known. */
export function useMembers(teamId: number): Member[] {
  return useSuspenseQuery(membersQuery(teamId)).data;
}

function invitationsQuery(teamId: number) {
  return queryOptions({
    queryKey: ['invitations', teamId],
    staleTime: 0,
    queryFn: ({ signal }) => teamCalls.invitations(teamId, { signal }),
  });
}

/** The open invitations; for owners. Suspends until they are known. */
export function useInvitations(teamId: number): Invitation[] {
  return useSuspenseQuery(invitationsQuery(teamId)).data;
}

/** Removal and lower roles take invitations along, so both are read together. */
export async function readMembersAnew(teamId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(membersQuery(teamId)),
    queryClient.invalidateQueries(invitationsQuery(teamId)),
  ]);
}
