import { HookwellError } from '@hookwell/client';
import { feed } from '../live/feed.ts';
import { client } from '../service/client.ts';
import { toastFailure } from '../ui/toasts.ts';
import { clearUpTo, deleteOne } from './clear-up-to.ts';
import { dropRemoval, type KeptRemoval, keepRemoval } from './kept-removals.ts';
import { requestLogs } from './use-request-log.ts';

/** Those that failed because the service was away. They are carried out once it is back. */
const waiting = new Map<string, KeptRemoval>();

feed.onRestart(() => waiting.clear());

let isFollowing = false;

function carryOutLater(kept: KeptRemoval): void {
  waiting.set(kept.key, kept);
  if (isFollowing) return;
  isFollowing = true;
  feed.onReady(() => {
    const again = [...waiting.values()];
    waiting.clear();
    for (const one of again) void carryOutRemoval(one);
  });
}

/**
 * Deletes the requests of a removal for good. It does no harm if two tabs do so, or if one goes on where a closed one
 * has stopped: what was captured later is never touched.
 */
export async function carryOutRemoval(kept: KeptRemoval): Promise<void> {
  const { key, removal, token } = kept;
  try {
    if (removal.kind === 'deleted') await deleteOne(client, removal.id);
    else await clearUpTo(client, removal.upTo, token);
  } catch (error) {
    if (isForLater(error)) return carryOutLater(kept);
    // The endpoint is gone, and all that it has captured.
    if (!isGone(error)) {
      dropRemoval(key);
      requestLogs.removed.restore(removal);
      return toastFailure('Could not delete the requests', error);
    }
  }
  // Other tabs that offer to undo it learn that it is done, not undone.
  keepRemoval({ ...kept, isDone: true });
  dropRemoval(key);
}

function isForLater(error: unknown): boolean {
  if (!(error instanceof HookwellError)) return false;
  const { status } = error;
  return status === 0 || status === 401 || status === 429 || status >= 500;
}

function isGone(error: unknown): boolean {
  return error instanceof HookwellError && error.status === 404;
}
