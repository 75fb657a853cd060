import { useUser } from './session.ts';

/**
 * Whether the user may do what a member of a team may: change what the account has. Everybody in their own account. A control
 * that a viewer may not use is not shown.
 */
export function useMayChange(): boolean {
  return useUser().team?.role !== 'viewer';
}

/** Whether the user may do what an owner of a team may: buy its plan, and decide who is in it. Everybody in their own account. */
export function useMayOwn(): boolean {
  return (useUser().team?.role ?? 'owner') === 'owner';
}
