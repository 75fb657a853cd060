import type { Removal } from './removed-requests.ts';

/** A removal that can still be undone. It is kept in this browser, so that it outlives the page. */
export interface KeptRemoval {
  /** Tells removals apart, in all tabs of the browser. */
  key: string;
  accountId: number;
  removal: Removal;
  /** The endpoint that is cleared; missing if all are, or one request is deleted. */
  token?: string;
  /** The words about it: `Cleared Shop.` */
  text: string;
  /** It is carried out from this time on, in milliseconds since 1970. */
  dueAt: number;
  /** Whether it was carried out. The note is dropped a moment later. */
  isDone?: boolean;
}

const prefix = 'hookwell.removal.';
/** Notes of accounts that never come back are forgotten after this time. */
const forgottenAfterMs = 30 * 86_400_000;

export function newKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

/** Keeps the removal, or its present state. Without a storage it lasts as long as the page. */
export function keepRemoval(kept: KeptRemoval): void {
  try {
    localStorage.setItem(prefix + kept.key, JSON.stringify(kept));
  } catch (_noStorage) {
    // It is carried out in this page, or not at all.
  }
}

export function dropRemoval(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch (_noStorage) {
    // It was never kept.
  }
}

export function keptRemoval(key: string): KeptRemoval | undefined {
  try {
    return readKept(localStorage.getItem(prefix + key));
  } catch (_noStorage) {
    return undefined;
  }
}

/** The removals of an account that were not carried out yet, the oldest first. */
export function keptRemovals(accountId: number): KeptRemoval[] {
  try {
    const keys = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
    const kept = keys.flatMap((name) => readKept(localStorage.getItem(name)) ?? []);
    for (const { key, dueAt } of kept) {
      if (dueAt < Date.now() - forgottenAfterMs) dropRemoval(key);
    }
    return kept
      .filter((one) => one.accountId === accountId && one.isDone !== true)
      .sort((a, b) => a.dueAt - b.dueAt);
  } catch (_noStorage) {
    return [];
  }
}

/** Hears of what other tabs do: `kept` is missing once the removal was undone, or dropped after it was done. */
export function onKeptChange(listener: (key: string, kept: KeptRemoval | undefined) => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(prefix)) listener(key.slice(prefix.length), readKept(newValue));
  });
}

/** Other programs of the origin may have written anything there. */
function readKept(text: string | null): KeptRemoval | undefined {
  if (text === null) return undefined;
  try {
    // Its fields are looked at before they are used.
    const kept = JSON.parse(text) as Partial<KeptRemoval> | null;
    return kept !== null && isWhole(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isWhole(kept: Partial<KeptRemoval>): kept is KeptRemoval {
  const { key, accountId, removal, text, dueAt } = kept;
  const isKnown =
    removal?.kind === 'deleted'
      ? Number.isSafeInteger(removal.id)
      : removal?.kind === 'cleared' && Number.isSafeInteger(removal.upTo);
  return (
    isKnown &&
    typeof key === 'string' &&
    typeof text === 'string' &&
    Number.isSafeInteger(accountId) &&
    Number.isSafeInteger(dueAt)
  );
}
