import type { RequestPage } from '@hookwell/client';
import type { ApiClient } from '@hookwell/client/api';
import { errorMessage } from '@hookwell/core/api/error-message';
import { formatCount, plural } from '../ui/format.ts';
import { confirm } from '../ui/open-dialogs.ts';
import { type Progress, showProgress } from '../ui/progress-toast.ts';
import { toast } from '../ui/toasts.tsx';
import { deleteOne } from './carry-out.ts';
import { requestLogs } from './use-request-log.ts';

export interface Searched {
  client: ApiClient;
  /** The token of an endpoint, or all endpoints if there is none. */
  endpoint: string | undefined;
  /** In the match language. */
  match: string;
}

const pageSize = 500;
/** So many are deleted at a time. More would only keep other calls of the page waiting. */
const atOnce = 4;
/** The lists of the page leave out what is gone in steps, since each step draws them anew. */
const mostUnshown = 100;

/**
 * Counts what a search finds, asks, and deletes exactly that: what arrives later stays. It can be stopped, and says how many are
 * gone if not all of them are.
 * @throws {HookwellError} if the service cannot search
 */
export async function deleteFound(searched: Searched): Promise<void> {
  const ids = await idsOf(searched);
  if (ids === undefined) return;
  if (ids.length === 0) return void toast({ text: 'The search finds nothing any more.' });
  const count = plural(ids.length, 'request');
  const isConfirmed = await confirm({
    title: `Delete ${count}?`,
    text: `This is all that the search “${cut(searched.match)}” finds so far. It cannot be undone. Requests that arrive later stay.`,
    action: 'Delete',
    isDanger: true,
  });
  if (!isConfirmed) return;
  const progress = showProgress(`Deleting ${count}…`);
  const { deleted, problem } = await deleteEach(searched.client, ids, progress);
  progress.end();
  const part = `${formatCount(deleted)} of ${count} are deleted`;
  if (problem !== undefined)
    toast({ text: `${part}, then it failed: ${problem}`, tone: 'problem' });
  else if (deleted < ids.length) toast({ text: `Stopped: ${part}.` });
  else toast({ text: `Deleted ${count}.` });
}

/** Searches may have thousands of characters. */
function cut(match: string): string {
  return match.length > 120 ? `${match.slice(0, 120)}…` : match;
}

/** The ids of all that the search finds and the page does not hide; `undefined` if the user stopped it. */
async function idsOf({ client, endpoint, match }: Searched): Promise<number[] | undefined> {
  const { signal, say, end } = showProgress('Counting what the search finds…');
  const ids: number[] = [];
  try {
    let before: number | undefined;
    do {
      const page: RequestPage<'summary'> = await client.requests.page({
        ...(endpoint !== undefined && { endpoint }),
        ...(before !== undefined && { before }),
        ...{ match, limit: pageSize, view: 'summary', signal },
      });
      const found = page.items.filter((one) => !requestLogs.removed.has(one));
      ids.push(...found.map(({ id }) => id));
      before = page.next?.before;
      say(`Counting what the search finds: ${formatCount(ids.length)} so far…`);
    } while (before !== undefined);
    return ids;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    end();
  }
}

async function deleteEach(client: ApiClient, ids: readonly number[], { signal, say }: Progress) {
  const gone: number[] = [];
  let [begun, shown] = [0, 0];
  let problem: string | undefined;
  const show = () => {
    requestLogs.removed.addElsewhere(gone.slice(shown));
    shown = gone.length;
    say(`Deleted ${formatCount(shown)} of ${plural(ids.length, 'request')}…`);
  };
  const deleteNext = async (): Promise<void> => {
    while (begun < ids.length && !signal.aborted && problem === undefined) {
      const id = ids[begun] ?? 0;
      begun += 1;
      try {
        await deleteOne(client, id);
        gone.push(id);
        if (gone.length - shown >= mostUnshown) show();
      } catch (error) {
        problem = errorMessage(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, deleteNext));
  show();
  return { deleted: gone.length, problem };
}
