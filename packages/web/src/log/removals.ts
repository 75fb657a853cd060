import type { Endpoint, HookwellClient } from '@hookwell/client';
import { feed } from '../live/feed.ts';
import { client } from '../service/client.ts';
import { plural } from '../ui/format.ts';
import { confirm } from '../ui/open-dialogs.ts';
import { toast } from '../ui/toasts.tsx';
import { carryOutRemoval } from './carry-out.ts';
import {
  carryOutAll,
  closeUndoables,
  offerUndo,
  type Removal,
  undoables,
} from './removed-requests.ts';
import { showInAllTabs } from './use-request-log.ts';

// After a restart the session may be another one.
feed.onRestart(closeUndoables);
// A page that is left, or reloaded, can undo nothing any more.
addEventListener('pagehide', () => void carryOutAll());

/** Hides a captured request at once, and deletes it when that can no longer be undone. */
export function deleteRequest(id: number): void {
  const removal: Removal = { kind: 'deleted', id };
  showInAllTabs({ removal, isShown: false });
  // Deletions one after the other have one message.
  const before = undoables.get().find(({ removals }) => removals.every(isDeletion));
  before?.close();
  const removals = [...(before?.removals ?? []), removal];
  const count = removals.length === 1 ? 'one request' : plural(removals.length, 'request');
  offer(removals, `Deleted ${count}.`);
}

/**
 * Asks, hides everything captured so far, of one endpoint or of all, and deletes it when that can no longer be undone.
 * @throws {HookwellError} if the service cannot count it
 */
export async function clearRequests(endpoint: Endpoint | undefined): Promise<void> {
  const { count, newestId } = await countCaptured(client, endpoint?.token);
  if (newestId === undefined) return void toast({ text: 'There are no requests to delete.' });
  const isConfirmed = await confirm({
    title: `Delete ${plural(count, 'request')}?`,
    text: `Everything that ${endpoint?.badgeName ?? 'any of your endpoints'} has captured so far is deleted. You can undo it for 15 seconds, as long as this page stays open.`,
    action: 'Delete',
    isDanger: true,
  });
  if (!isConfirmed) return;
  const of = endpoint && { endpointId: endpoint.id, token: endpoint.token };
  const removal: Removal = { kind: 'cleared', upTo: newestId, ...of };
  showInAllTabs({ removal, isShown: false });
  offer([removal], `Deleted all requests of ${endpoint?.badgeName ?? 'all endpoints'}.`);
}

function isDeletion({ kind }: Removal): boolean {
  return kind === 'deleted';
}

function offer(removals: readonly Removal[], text: string): void {
  offerUndo(text, {
    removals,
    undo: () => {
      for (const removal of removals) showInAllTabs({ removal, isShown: true });
    },
    carryOut: () => Promise.all(removals.map(carryOutRemoval)),
  });
}

/**
 * Counts captured requests, and finds the newest of them.
 * @param endpoint the token of the endpoint; if it is missing, all endpoints are counted
 * @throws {HookwellError} if the service cannot answer
 */
async function countCaptured(
  client: Pick<HookwellClient, 'requests'>,
  endpoint: string | undefined,
) {
  const { endpoints } = await client.requests.usage();
  const meant = endpoints.filter(({ token }) => endpoint === undefined || token === endpoint);
  const count = meant.reduce((sum, { requests }) => sum + requests, 0);
  const newestId = Math.max(0, ...meant.map((each) => each.newestId ?? 0));
  return count === 0 || newestId === 0 ? { count: 0 } : { count, newestId };
}
