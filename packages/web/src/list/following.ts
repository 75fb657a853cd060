import { createStore, useSelector } from '@tanstack/react-store';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { RequestAddress } from './request-address.ts';

/** The newest request is selected at most this often, since each selection fetches all of it. */
const followEveryMs = 300;

/** Whether this tab selects the newest captured request as it comes. */
const following = createStore(false);

export function useIsFollowing(): boolean {
  return useSelector(following);
}

export function setFollowing(isFollowing: boolean): void {
  following.setState(() => isFollowing);
}

/** Selects the newest captured request as it comes, while following is switched on. */
export function useFollowing(
  newestId: number | undefined,
  selectedId: number | undefined,
  address: RequestAddress,
): void {
  const isFollowing = useIsFollowing();
  const last = useRef(0);
  const select = useEffectEvent((id: number) => {
    last.current = performance.now();
    if (id !== selectedId) address.open(id, { replace: selectedId !== undefined });
  });
  useEffect(() => {
    if (!isFollowing || newestId === undefined) return;
    const pauseMs = Math.max(0, last.current + followEveryMs - performance.now());
    const timer = setTimeout(() => following.get() && select(newestId), pauseMs);
    return () => clearTimeout(timer);
  }, [isFollowing, newestId]);
}
