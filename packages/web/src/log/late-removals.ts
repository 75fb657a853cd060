import { toastFailure } from '../ui/toasts.ts';
import type { clearRequests } from './removals.ts';

/** Removals are loaded with the first one, since most first views have none. */
const load = () => import('./removals.ts');

/** The same as `clearRequests`, loaded when it is needed. */
export async function clearLater(...of: Parameters<typeof clearRequests>): Promise<void> {
  try {
    await (await load()).clearRequests(...of);
  } catch (error) {
    toastFailure('Could not clear the requests', error);
  }
}

/** Takes up what an earlier page has left, if there is anything. */
export async function resumeLater(accountId: number): Promise<void> {
  if (!hasKept()) return;
  try {
    (await load()).resumeRemovals(accountId);
  } catch (_away) {
    // They stay until the next page.
  }
}

/**
 * Carries out the account's removals now. To be called before a guest becomes another account, which would not know of
 * them.
 */
export async function finishLater(accountId: number): Promise<void> {
  if (!hasKept()) return;
  try {
    await (await load()).finishRemovals(accountId);
  } catch (_away) {
    // The call that follows says that the service is away.
  }
}

/** Hides what another tab has removed, and offers to undo it here too. */
export async function followLater(accountId: number): Promise<void> {
  if (!hasKept()) return;
  try {
    (await load()).followRemovals(accountId);
  } catch (_away) {
    // The other tab carries them out.
  }
}

function hasKept(): boolean {
  try {
    return Object.keys(localStorage).some(isKept);
  } catch (_noStorage) {
    return false;
  }
}

/** Calls the listener when another tab has removed something. */
export function onOtherRemoval(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key !== null && isKept(key) && listener();
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

function isKept(name: string): boolean {
  return name.startsWith('hookwell.removal.');
}
