import { type Endpoint, HookwellClient } from '@hookwell/client';
import { feed } from '../live/feed.ts';
import { client } from '../service/client.ts';
import { toastFailure } from '../ui/toasts.ts';
import { clearAll, clearUpTo, deleteOne } from './clear-up-to.ts';
import type { Removal } from './removed-requests.ts';
import { dropUndoable, offerUndo } from './undoable.ts';
import { requestLogs } from './use-request-log.ts';

/** Its calls go on after the page is left. */
const lastingClient = new HookwellClient({
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
  retries: 0,
});

// After a restart the session may be another one.
feed.onRestart(dropUndoable);

/** Hides a captured request at once, and deletes it when that can no longer be undone. */
export function deleteRequest(id: number): void {
  const removal: Removal = { kind: 'deleted', id };
  remove(removal, {
    text: 'Deleted one request.',
    failed: 'Could not delete the request',
    commit: () => deleteOne(client, id),
    commitAtPageHide: () => deleteOne(lastingClient, id),
  });
}

/** Hides everything captured so far, of one endpoint or of all, and deletes it when that can no longer be undone. */
export async function clearRequests(endpoint: Endpoint | undefined): Promise<void> {
  const token = endpoint?.token;
  const upTo = await newestId(token);
  if (upTo === undefined) return;
  const removal: Removal = {
    kind: 'cleared',
    upTo,
    ...(endpoint !== undefined && { endpointId: endpoint.id }),
  };
  remove(removal, {
    text: endpoint === undefined ? 'Cleared all endpoints.' : `Cleared ${endpoint.badgeName}.`,
    failed: 'Could not clear the requests',
    commit: () => clearUpTo(client, upTo, token),
    commitAtPageHide: async () => {
      // Requests that came later were not meant, and there is no time left to delete the others one by one.
      if (requestLogs.newestArrival(endpoint?.id) <= upTo) await clearAll(lastingClient, token);
    },
  });
}

interface RemovalTexts {
  text: string;
  failed: string;
  commit: () => Promise<void>;
  commitAtPageHide: () => Promise<void>;
}

function remove(removal: Removal, { commit, commitAtPageHide, ...texts }: RemovalTexts): void {
  requestLogs.removed.add(removal);
  offerUndo({
    ...texts,
    undo: () => requestLogs.removed.restore(removal),
    commit: async () => {
      await commit();
      feed.tell(removal);
    },
    commitAtPageHide: () => {
      // A page that is left cannot say why it failed.
      commitAtPageHide().catch(() => {});
      feed.tell(removal);
    },
  });
}

async function newestId(token: string | undefined): Promise<number | undefined> {
  try {
    const { items } = await client.requests.page({ endpoint: token, limit: 1, view: 'summary' });
    return items[0]?.id;
  } catch (error) {
    toastFailure('Could not clear the requests', error);
    return undefined;
  }
}
