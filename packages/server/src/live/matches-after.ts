import type { CapturePages, CommitFeed, Scope, SearchQuery } from '../capture-log/capture-log.ts';
import type { Budget, Client } from '../fairness/budget.ts';
import type { FoundMatches, SearchBounds } from '../requests/public.ts';
import type { StreamMatch } from './live-stream.ts';
import {
  type FoundPage,
  type LogPageSource,
  pageContent,
  type StreamPlace,
} from './next-captures.ts';
import { untilTime } from './write-scheduler.ts';

/** Finds the next captures of a scope that match; see `findMatches` in `requests/`. */
export type FindMatches = (
  scope: Scope,
  query: SearchQuery,
  bounds: SearchBounds,
  client: Client,
) => Promise<FoundMatches>;

/** A search of a stream ends soon, so that others have their turns. */
const bounds: SearchBounds = {
  maxTried: 20_000,
  maxMs: 50,
  maxBodies: 4,
  maxBodyBytes: 8 * 1024 * 1024,
};
const mostFound = 100;

/**
 * After a search that met the newest capture the next one waits so long: the captures that arrive meanwhile are tried
 * together. Otherwise a few streams of an account that captures all the time would never stop searching.
 */
const restAtTailMs = 50;

/** The parts that the searches of all streams share. */
export interface MatchesSource {
  captures: CapturePages & CommitFeed;
  searches: Budget;
  findMatches: FindMatches;
  clock: () => number;
}

/** The captures that a stream looks for, and for whom. */
export interface SoughtCaptures {
  scope: Scope;
  party: number;
  filter: StreamMatch;
}

/** The next captures that match, and the place of a stream that has them all. */
export interface MatchesAfter {
  ids: readonly number[];
  end: StreamPlace;
}

/**
 * The captures of a scope that match, for the streams of a channel. A page of the log may end long before all that a
 * search has found, with a large capture or for want of room: the rest is known for the next page.
 */
export class MatchesAfterCursor {
  readonly #source: MatchesSource;
  readonly #sought: SoughtCaptures;
  readonly #client: Client;
  #found: (MatchesAfter & { after: number }) | undefined;
  /** Rises when a stream joins. */
  #generation = 0;
  #restUntilMs = 0;

  /** The searches are given up once `gone` is aborted. */
  constructor(source: MatchesSource, sought: SoughtCaptures, gone: AbortSignal) {
    this.#source = source;
    this.#sought = sought;
    // A stream holds no budget between two searches, so it is never cut off for others that wait.
    this.#client = { gone, cut() {} };
  }

  /**
   * Finds the next captures behind a cursor.
   * @param isWanted asked when the search has its turn
   * @returns `undefined` if it was not wanted any more
   * @throws {StoreUnavailable} if the log cannot be searched
   * @throws {NotAnswered | Overloaded} if a large body cannot be read
   */
  async after(cursor: number, isWanted: () => boolean): Promise<MatchesAfter | undefined> {
    const found = this.#found;
    if (found !== undefined && found.after <= cursor && cursor < found.end.through) {
      return { ids: found.ids.filter((id) => id > cursor), end: found.end };
    }
    await untilTime(this.#restUntilMs);
    const { searches } = this.#source;
    return await searches.run(this.#sought.party, async () =>
      isWanted() ? await this.#search(cursor) : undefined,
    );
  }

  /** A stream joins: ages have grown and captures may have been merged since the last search. */
  forget(): void {
    this.#found = undefined;
    this.#generation += 1;
  }

  async #search(cursor: number): Promise<MatchesAfter> {
    const { captures, findMatches, clock } = this.#source;
    const { scope, filter } = this.#sought;
    const generation = this.#generation;
    // Captures that are announced while the search runs may be missing from it.
    const horizon = captures.committedThrough;
    const { ids, more, through } = await findMatches(
      scope,
      {
        match: filter.match,
        nowMs: clock(),
        after: cursor,
        order: 'oldestFirst',
        limit: mostFound,
      },
      bounds,
      this.#client,
    );
    const tried = through ?? cursor;
    if (!more) this.#restUntilMs = performance.now() + restAtTailMs;
    const end = { through: more ? tried : Math.max(tried, horizon), more };
    if (generation === this.#generation) this.#found = { after: cursor, ids, end };
    return { ids, end };
  }
}

/** Reads captures that were found, no more bytes than there is room to write, without those that were removed meanwhile. */
export async function readMatchesPage(
  { captures, scope, view, roomBytes }: Omit<LogPageSource, 'cursor'>,
  { ids, end }: MatchesAfter,
): Promise<FoundPage> {
  if (ids.length === 0) return { found: [], end };
  const page = await captures.readByIds(scope, ids, pageContent(view, roomBytes));
  const last = page.captures.at(-1)?.id;
  const isCut = page.more && last !== undefined;
  return { found: page.captures, end: isCut ? { through: last, more: true } : end };
}
