import { createHash } from 'node:crypto';
import { type Match, printMatch } from '@hookwell/match';
import type { Scope } from '../capture-log/capture-log.ts';
import { type Share, Shares } from '../fairness/shares.ts';

/** Ids of an endpoint's captures, both ends included: all were tried, and none matches. Empty if `oldest` is above `newest`. */
export interface TriedIds {
  newest: number;
  oldest: number;
}

/** What is known of the captures that match. */
export interface Searched {
  /** From the newest down. Between two of them, and below the last one, nothing is known but `match`. */
  tried: readonly TriedIds[];
  /** The id of one that matches, below all that were tried. */
  match?: number | undefined;
  /** Ages in the match count from this time. */
  nowMs: number;
}

/** A search for the newest capture of an endpoint that matches. */
export interface Sought {
  scope: Required<Scope>;
  party: number;
  match: Match;
}

/** So many searches are remembered; each takes less than a KiB. */
const mostRemembered = 8192;
/** Further ranges, the oldest ones, are forgotten: they are tried again. */
const mostRanges = 8;
/** Where the match looks at what changes, the next call goes on only if it comes within this time. */
const changingForMs = 600_000;

interface Remembered {
  searched: Searched;
  share: Share;
}

/**
 * The places where searches for the newest match stopped, for the calls that come next: in memory, so on another node, and after a
 * restart, a search begins anew. Parties share the room (`fairness/shares.ts`).
 */
export class SearchedSoFar {
  readonly #remembered = new Map<string, Remembered>();
  readonly #shares: Shares;

  constructor(most = mostRemembered) {
    this.#shares = new Shares(most);
  }

  get size(): number {
    return this.#remembered.size;
  }

  /** What a search begins with at this time. */
  of(sought: Sought, nowMs: number): Searched {
    const known = this.#remembered.get(keyOf(sought))?.searched;
    const isOld = known !== undefined && nowMs - known.nowMs > changingForMs;
    if (known === undefined || (isOld && changes(sought.match))) return { tried: [], nowMs };
    return known;
  }

  /** @param isOver whether the search has come to its end: then the next one begins anew if the match looks at what changes */
  keep(sought: Sought, searched: Searched, isOver: boolean): void {
    const key = keyOf(sought);
    this.#remembered.get(key)?.share.release();
    this.#remembered.delete(key);
    if (isOver && changes(sought.match)) return;
    const share = this.#shares.take(sought.party, 1, () => this.#remembered.delete(key));
    if (share === undefined) return;
    const tried = searched.tried.slice(0, mostRanges);
    this.#remembered.set(key, { searched: { ...searched, tried }, share });
  }
}

/** A match may be long, and its texts are the caller's. */
function keyOf({ scope: { accountId, endpointId }, match }: Sought): string {
  const hash = createHash('sha256').update(printMatch(match)).digest('base64');
  return `${accountId} ${endpointId} ${hash}`;
}

/** Whether a capture that does not match now may match later. */
function changes({ terms }: Match): boolean {
  return terms.some(
    ({ condition }) =>
      'field' in condition && ['received', 'answer'].includes(condition.field.name),
  );
}
