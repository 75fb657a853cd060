import type { Invitation, Member, Role } from '@hookwell/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { queryClient } from '../service/client.ts';
import { roleWords, teamCalls } from '../session/teams.ts';
import { inputClass } from '../ui/field.tsx';

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

interface RoleSelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  value: Role;
  onChange: (role: Role) => void;
}

export function RoleSelect({ value, onChange, className = '', ...rest }: RoleSelectProps) {
  return (
    <select
      {...rest}
      className={`${inputClass} ${className}`}
      onChange={({ target }) => {
        const chosen = roleChoices.find(({ role }) => role === target.value);
        if (chosen !== undefined) onChange(chosen.role);
      }}
      value={value}
    >
      {roleChoices.map(({ role }) => (
        <option key={role} value={role}>
          {roleWords[role]}
        </option>
      ))}
    </select>
  );
}

/** The roles with what each may do, the least first. */
export const roleChoices: readonly { role: Role; may: string }[] = [
  { role: 'viewer', may: 'sees everything and changes nothing' },
  { role: 'member', may: 'changes endpoints, requests and shares, has API keys' },
  { role: 'owner', may: 'does everything, also members, the plan and the audit' },
];
