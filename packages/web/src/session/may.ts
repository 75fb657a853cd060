import type { OfOwners } from '@hookwell/core/api/operations';
import { useUser } from './session.ts';

/**
 * Whether the user may do what a member of a team may: change what the account has. Everybody in their own account. A control
 * that a viewer may not use is not shown.
 */
export function useMayChange(): boolean {
  return useUser().team?.role !== 'viewer';
}

/** Whether the user may do these, which the API leaves to the owners of a team. Everybody in their own account. */
export function useMayOwn(..._operations: [OfOwners, ...OfOwners[]]): boolean {
  return (useUser().team?.role ?? 'owner') === 'owner';
}
