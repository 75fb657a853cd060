import type { Endpoint } from '@hookwell/client';
import { feed } from '../live/feed.ts';
import { client } from '../service/client.ts';
import { sessionNow } from '../session/session.ts';
import { confirm } from '../ui/confirmations.ts';
import { plural } from '../ui/format.ts';
import { toast, toastFailure } from '../ui/toasts.ts';
import { carryOutRemoval } from './carry-out.ts';
import { countCaptured } from './count-captured.ts';
import {
  dropRemoval,
  type KeptRemoval,
  keepRemoval,
  keptRemoval,
  keptRemovals,
  newKey,
  onKeptChange,
} from './kept-removals.ts';
import type { Removal } from './removed-requests.ts';
import { closeUndoables, offerUndo, undoables } from './undoable.ts';
import { requestLogs } from './use-request-log.ts';

/** Removals can be undone for this time. */
const undoableMs = 15_000;
/** A tab carries out what another tab has left behind this long after it was due. */
const patienceMs = 5_000;

/** The removals that this tab has hidden, by key. One that is not its own is carried out by another tab. */
const known = new Map<string, { removal: Removal; isOwn: boolean }>();

// After a restart the session may be another one.
feed.onRestart(() => {
  known.clear();
  closeUndoables();
});
onKeptChange((key, kept) => {
  if (kept?.isDone !== true && kept !== undefined) follow(kept);
  else leaveToOtherTab(key, kept !== undefined);
});

/** Hides a captured request at once, and deletes it when that can no longer be undone. */
export function deleteRequest(id: number): void {
  remove({ kind: 'deleted', id }, 'Deleted one request.');
}

/** Asks, hides everything captured so far, of one endpoint or of all, and deletes it when that can no longer be undone. */
export async function clearRequests(endpoint: Endpoint | undefined): Promise<void> {
  try {
    const { count, newestId } = await countCaptured(client, endpoint?.token);
    if (newestId === undefined) return void toast({ text: 'There is nothing to clear.' });
    const isConfirmed = await confirm({
      title: `Clear ${plural(count, 'request')}?`,
      text: `Everything that ${endpoint?.badgeName ?? 'any of your endpoints'} has captured so far is deleted. You can undo it for 15 seconds.`,
      action: 'Clear',
      isDanger: true,
    });
    if (!isConfirmed) return;
    const of = endpoint === undefined ? {} : { endpointId: endpoint.id };
    const name = endpoint?.badgeName ?? 'all endpoints';
    remove({ kind: 'cleared', upTo: newestId, ...of }, `Cleared ${name}.`, endpoint?.token);
  } catch (error) {
    toastFailure('Could not clear the requests', error);
  }
}

/**
 * Takes up the account's removals that an earlier page has left: those that can still be undone are offered again, the
 * others are carried out.
 */
export function resumeRemovals(accountId: number): void {
  for (const kept of keptRemovals(accountId)) {
    if (known.has(kept.key)) continue;
    hide(kept, true);
    if (kept.dueAt > Date.now()) offer([kept]);
    else void carryOutRemoval(kept);
  }
}

/** Hides the account's removals that another tab has made, and offers to undo them. */
export function followRemovals(accountId: number): void {
  for (const kept of keptRemovals(accountId)) follow(kept);
}

/**
 * Carries out the account's removals now, and resolves when that is done. What fails is said in a message, or tried
 * again once the service is back.
 */
export async function finishRemovals(accountId: number): Promise<void> {
  closeUndoables();
  await Promise.all(keptRemovals(accountId).map(carryOutKnown));
}

function hide({ key, removal }: KeptRemoval, isOwn: boolean): void {
  known.set(key, { removal, isOwn });
  requestLogs.removed.add(removal);
}

function remove(removal: Removal, text: string, token?: string): void {
  const session = sessionNow();
  if (session?.kind !== 'user') return;
  const kept: KeptRemoval = {
    key: newKey(),
    accountId: session.principal.id,
    removal,
    text,
    dueAt: Date.now() + undoableMs,
    ...(token !== undefined && { token }),
  };
  keepRemoval(kept);
  hide(kept, true);
  offerWithEarlier(kept);
}

/** Deletions one after the other have one message. */
function offerWithEarlier(kept: KeptRemoval): void {
  const isDeletion = kept.removal.kind === 'deleted';
  const before = isDeletion ? undoables.get().find(isOfDeletions) : undefined;
  before?.close();
  offer([...(before?.kept ?? []), kept]);
}

function isOfDeletions({ kept }: { kept: readonly KeptRemoval[] }): boolean {
  return kept.every(({ removal }) => removal.kind === 'deleted');
}

function offer(kept: readonly KeptRemoval[]): void {
  const [first] = kept;
  if (first === undefined) return;
  const present = new Map(kept.map((one) => [one.key, one]));
  offerUndo({
    text: kept.length === 1 ? first.text : `Deleted ${plural(kept.length, 'request')}.`,
    kept,
    undo: () => {
      for (const { key, removal } of present.values()) {
        dropRemoval(key);
        known.delete(key);
        requestLogs.removed.restore(removal);
      }
    },
    carryOut: () => {
      for (const one of present.values()) {
        // The other tab may still offer to undo it, for as long as its message is held.
        if (known.get(one.key)?.isOwn) void carryOutRemoval(one);
      }
    },
    putOff: () => {
      for (const one of present.values()) {
        const dueAt = Math.max(one.dueAt, Date.now() + patienceMs);
        if (dueAt === one.dueAt || keptRemoval(one.key) === undefined) continue;
        const later = { ...one, dueAt };
        present.set(one.key, later);
        keepRemoval(later);
      }
    },
  });
}

/** Hides a removal of another tab, and offers to undo it here too. */
function follow(kept: KeptRemoval): void {
  if (!isOfSession(kept)) return;
  expectOtherTab(kept);
  if (known.has(kept.key)) return;
  hide(kept, false);
  offerWithEarlier(kept);
}

function isOfSession({ accountId }: KeptRemoval): boolean {
  const session = sessionNow();
  return session?.kind === 'user' && session.principal.id === accountId;
}

/** If it fails, the same object is restored that was hidden. */
function carryOutKnown(kept: KeptRemoval): Promise<void> {
  const { removal } = known.get(kept.key) ?? kept;
  return carryOutRemoval({ ...kept, removal });
}

/** Carries out a removal of another tab, if that tab is closed before it does so itself. */
function expectOtherTab({ key, dueAt }: KeptRemoval): void {
  setTimeout(
    () => {
      const kept = keptRemoval(key);
      if (kept === undefined || kept.isDone || !isOfSession(kept)) return;
      if (kept.dueAt > dueAt) return;
      if (!known.has(key)) hide(kept, false);
      void carryOutKnown(kept);
    },
    Math.max(0, dueAt - Date.now()) + patienceMs,
  );
}

/** Another tab has undone or carried out what this one has hidden as well. */
function leaveToOtherTab(key: string, isDone: boolean): void {
  const hidden = known.get(key);
  known.delete(key);
  if (hidden !== undefined && !isDone) requestLogs.removed.restore(hidden.removal);
  const open = undoables.get().find(({ kept }) => kept.some((one) => one.key === key));
  if (open === undefined) return;
  open.close();
  offer(open.kept.filter((one) => one.key !== key));
}
