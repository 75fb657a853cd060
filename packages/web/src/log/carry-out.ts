import { HookwellError } from '@hookwell/client';
import { feed } from '../live/feed.ts';
import { client } from '../service/client.ts';
import { isGone, isPassing } from '../service/failed-call.ts';
import { toastFailure } from '../ui/toasts.ts';
import { clearUpTo, deleteOne } from './clear-up-to.ts';
import type { Removal } from './removed-requests.ts';
import { showInAllTabs } from './use-request-log.ts';

/** Those that failed because the service was away. They are carried out once it is back. */
const waiting = new Set<Removal>();

feed.onRestart(() => waiting.clear());

let isFollowing = false;

function carryOutLater(removal: Removal): void {
  waiting.add(removal);
  if (isFollowing) return;
  isFollowing = true;
  feed.onReady(() => {
    const again = [...waiting];
    waiting.clear();
    for (const one of again) void carryOutRemoval(one);
  });
}

/** Deletes the requests of a removal for good. What was captured later is never touched. */
export async function carryOutRemoval(removal: Removal): Promise<void> {
  try {
    if (removal.kind === 'deleted') await deleteOne(client, removal.id);
    else await clearUpTo(client, removal.upTo, removal.token);
  } catch (error) {
    if (isForLater(error)) return carryOutLater(removal);
    // The endpoint is gone, and all that it has captured.
    if (isGone(error)) return;
    showInAllTabs({ removal, isShown: true });
    toastFailure('Could not delete the requests', error);
  }
}

function isForLater(error: unknown): boolean {
  return error instanceof HookwellError && (error.status === 401 || isPassing(error));
}
