import { createStore, useSelector } from '@tanstack/react-store';

/** Whether the newest captured request is selected as it comes, in this tab. */
export const following = createStore(false);

export function useIsFollowing(): boolean {
  return useSelector(following);
}

export function setFollowing(isFollowing: boolean): void {
  following.setState(() => isFollowing);
}
