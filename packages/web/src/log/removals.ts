import { type Endpoint, HookwellClient } from '@hookwell/client';
import { feed } from '../live/feed.ts';
import { client } from '../service/client.ts';
import { toastFailure } from '../ui/toasts.ts';
import { clearAll, clearUpTo, deleteOne } from './clear-up-to.ts';
import type { Removal } from './removed-requests.ts';
import { dropUndoable, offerUndo } from './undoable.ts';
import { requestLogs } from './use-request-log.ts';

/** Its calls go on when the page is gone. */
const lastingClient = new HookwellClient({
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
  retries: 0,
});

// Whose session it is then, nobody here knows.
feed.onRestart(dropUndoable);

/** Deletes a captured request, once nobody can undo it any more. It is hidden at once. */
export function deleteRequest(id: number): void {
  const removal: Removal = { kind: 'deleted', id };
  remove(removal, {
    text: 'Deleted one request.',
    failed: 'Could not delete the request',
    commit: () => deleteOne(client, id),
    commitAtPageHide: () => deleteOne(lastingClient, id),
  });
}

/** Deletes what is captured so far, of one endpoint or of all, once nobody can undo it any more. */
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
      // Nobody meant what came since then, and there is no time left to delete one by one.
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
      // The page that could say why it failed is gone.
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
