import { HookwellError } from '@hookwell/client';
import type { ApiClient } from '@hookwell/client/api';
import { feed } from '../live/feed.ts';
import { readSetting, removalsSetting, writeSetting } from '../page/this-page.ts';
import { client, isGone, isPassing } from '../service/client.ts';
import { sessionNow } from '../session/session.ts';
import { toastFailure } from '../ui/toasts.tsx';
import type { Removal } from './removed-requests.ts';
import { showInAllTabs } from './use-request-log.ts';

interface KeptRemoval {
  /** The id of the account whose requests it removes. */
  account: number;
  removal: Removal;
}

let isFollowing = false;

/** Carries out what an earlier page of the account, or an earlier attempt, could not. Until then it stays hidden. */
export async function carryOutKept(): Promise<void> {
  const account = accountNow();
  const own = readKept().filter((kept) => kept.account === account);
  for (const { removal } of own) showInAllTabs({ removal, isShown: false });
  for (const kept of own) {
    const { removal } = kept;
    // A page that is left sends its deletions, and does not hear that they arrived.
    const isDone = removal.kind === 'deleted' && (await isStored(removal.id)) === false;
    if (isDone) keep(kept, false);
    else await carryOutRemoval(removal);
  }
}

/** Whether the service has the request; undefined if it does not answer. */
async function isStored(id: number): Promise<boolean | undefined> {
  try {
    const { items } = await client.requests.page({ before: id + 1, limit: 1, view: 'summary' });
    return items[0]?.id === id;
  } catch {
    return undefined;
  }
}

/**
 * Deletes the requests of a removal for good. What was captured later is never touched. Until the service has answered,
 * the removal stands in this browser: neither an outage nor a reload forgets it.
 */
export async function carryOutRemoval(removal: Removal): Promise<void> {
  const account = accountNow();
  if (account !== undefined) keep({ account, removal }, true);
  try {
    if (removal.kind === 'deleted') await deleteOne(client, removal.id);
    else await clearUpTo(client, removal.upTo, removal.token);
  } catch (error) {
    if (isForLater(error)) return carryOutLater();
    // Otherwise the endpoint is gone, and all that it has captured.
    if (!isGone(error)) {
      showInAllTabs({ removal, isShown: true });
      toastFailure('Could not delete the requests', error);
    }
  }
  if (account !== undefined) keep({ account, removal }, false);
}

function carryOutLater(): void {
  if (isFollowing) return;
  isFollowing = true;
  feed.onReady(() => void carryOutKept());
}

/** The page's account, also while its session has ended. */
function accountNow(): number | undefined {
  const session = sessionNow();
  const user = session?.kind === 'ended' ? session.last : session;
  return user !== undefined && 'principal' in user ? user.principal.id : undefined;
}

/** What stands in the browser. Text that is not of this page's making counts as none. */
function readKept(): KeptRemoval[] {
  try {
    const kept: unknown = JSON.parse(readSetting(removalsSetting) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKeptRemoval) : [];
  } catch {
    return [];
  }
}

function isKeptRemoval(one: unknown): one is KeptRemoval {
  const { account, removal } = Object(one);
  const { kind, id, upTo } = Object(removal);
  const isWhole = kind === 'deleted' ? Number.isSafeInteger(id) : Number.isSafeInteger(upTo);
  return Number.isSafeInteger(account) && isWhole;
}

function keep(kept: KeptRemoval, isKept: boolean): void {
  const text = JSON.stringify(kept);
  const others = readKept().filter((one) => JSON.stringify(one) !== text);
  const all = isKept ? [...others, kept] : others;
  writeSetting(removalsSetting, all.length === 0 ? undefined : JSON.stringify(all));
}

function isForLater(error: unknown): boolean {
  return error instanceof HookwellError && (error.status === 401 || isPassing(error));
}

/**
 * Deletes the captured requests up to an id. Those that have come since stay.
 * @param endpoint the token of the endpoint; if it is missing, all endpoints are cleared
 */
function clearUpTo(client: ApiClient, upTo: number, endpoint: string | undefined): Promise<void> {
  const { requests } = client;
  const options = { through: upTo };
  return endpoint === undefined ? requests.clearAll(options) : requests.clear(endpoint, options);
}

/** Deletes a captured request. It is no error if it was deleted before. */
export async function deleteOne(client: ApiClient, id: number): Promise<void> {
  try {
    await client.requests.delete(id);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
