import { type Match, MatchError, parseMatch } from '@hookwell/core/match';
import { ApiError } from '../api-error.ts';
import type { CapturePages, Page, Scope, SearchQuery } from '../capture-log/capture-log.ts';
import type { Client } from '../fairness/budget.ts';
import type { Parties } from '../fairness/parties.ts';
import type { Metrics } from '../metrics.ts';
import { largestLightBodyBytes } from '../sent-request/body.ts';
import type { CaptureReads } from './capture-reads.ts';
import { type ListRange, pageContent } from './list-range.ts';
import { refuseGone } from './reading-client.ts';

/** A search ends early at the first of these bounds that it meets, with at least one capture tried. */
export interface SearchBounds {
  maxTried: number;
  maxMs: number;
  /** Captures that were decided in the worker pool, and their bytes as sent. */
  maxBodies: number;
  maxBodyBytes: number;
}

/** The parts that a search is made with. */
export interface SearchSource {
  captures: Pick<CapturePages, 'search' | 'readOne' | 'readByIds'>;
  reads: { large: Pick<CaptureReads['large'], 'matches'> };
  metrics: Pick<Metrics, 'capturesSearched' | 'openSearches'>;
  parties: Pick<Parties, 'of'>;
  client: Client;
}

export interface FoundMatches {
  /** In the order of the query. */
  ids: number[];
  /** Every capture from the beginning of the query to this id was tried; absent if there was none. */
  through?: number | undefined;
  /** Whether there may be more behind it. */
  more: boolean;
}

/**
 * Finds the next captures of a scope that match, `limit` at most: in short steps beside the event loop. Large and compressed
 * captures, and those that the match may take long for, are decided in the worker pool.
 * @throws {NotAnswered | Overloaded} if a body cannot be read now, or the client has gone
 * @throws {StoreUnavailable} if a step fails
 */
export async function findMatches(
  source: SearchSource,
  scope: Scope,
  query: SearchQuery,
  bounds: SearchBounds,
): Promise<FoundMatches> {
  const { openSearches } = source.metrics;
  openSearches.inc();
  try {
    return await search(source, scope, query, bounds);
  } finally {
    openSearches.dec();
  }
}

async function search(
  { captures, reads, metrics, parties, client }: SearchSource,
  scope: Scope,
  query: SearchQuery,
  bounds: SearchBounds,
): Promise<FoundMatches> {
  const ids: number[] = [];
  const endMs = performance.now() + bounds.maxMs;
  let through: number | undefined;
  let [tried, bodies, bodyBytes] = [0, 0, 0];
  const by = { party: parties.of(scope.accountId), signal: client.gone };
  const isOver = () =>
    tried >= bounds.maxTried ||
    bodies >= bounds.maxBodies ||
    bodyBytes >= bounds.maxBodyBytes ||
    performance.now() >= endMs;
  for (;;) {
    const range = { ...query, limit: query.limit - ids.length, ...from(query, through) };
    const step = await captures.search(scope, range, by);
    metrics.capturesSearched.inc(step.tried);
    tried += step.tried;
    for (const { id, isCertain } of step.found) {
      if (isCertain) {
        ids.push(id);
        through = id;
        continue;
      }
      // The step had a good reason for each that it found: this one is tried again, later.
      if (bodies > 0 && isOver()) return { ids, through, more: true };
      refuseGone(client);
      const capture = await captures.readOne(scope.accountId, id, largestLightBodyBytes, {
        withKeptHeaders: true,
      });
      bodies += 1;
      bodyBytes += capture?.bodySize ?? 0;
      const holds =
        capture !== undefined &&
        (await reads.large.matches(scope.accountId, capture, query, client));
      if (holds === true) ids.push(id);
      through = id;
    }
    through = step.through ?? through;
    if (!step.more || step.tried === 0) return { ids, through, more: false };
    if (ids.length >= query.limit || isOver()) return { ids, through, more: true };
  }
}

/** The range behind the captures that were tried. */
function from(
  { order }: SearchQuery,
  through: number | undefined,
): { before?: number; after?: number } {
  if (through === undefined) return {};
  return order === 'newestFirst' ? { before: through } : { after: through };
}

/** A list of the captures that match. */
export interface MatchRange extends Omit<ListRange, 'ids'> {
  match: Match;
}

/** One page of a list: a search that finds little ends soon, and its Link goes on. */
const pageBounds: SearchBounds = {
  maxTried: 50_000,
  maxMs: 250,
  maxBodies: 16,
  maxBodyBytes: 32 * 1024 * 1024,
};

/** A whole list: so much is searched before the captures that were found are written. */
const partBounds: SearchBounds = { ...pageBounds, maxMs: 100 };
const partMatches = 250;

/** Finds the newest captures of a range that match, within bounds. */
export function findPageOfMatches(
  source: SearchSource,
  range: MatchRange,
  limit: number,
  nowMs: number,
): Promise<FoundMatches> {
  return findMatches(source, range.scope, query(range, limit, nowMs), pageBounds);
}

/** Gives the captures of a range that match in short pages, newest first; the search goes on as they are taken. */
export async function* matchPages(
  source: SearchSource,
  range: MatchRange,
  nowMs: number,
  onProgress: () => void,
): AsyncGenerator<Page, void> {
  let { before } = range;
  for (let more = true; more; ) {
    const part = { ...range, before };
    const found = await findMatches(
      source,
      range.scope,
      query(part, partMatches, nowMs),
      partBounds,
    );
    onProgress();
    more = found.more;
    before = found.through;
    if (found.ids.length === 0) yield { captures: [], more };
    else yield* pagesOf(source, range.scope, found.ids, range, more);
  }
}

/**
 * Reads these captures in short pages, in their order. Those that were removed meanwhile are left out.
 * @param more whether other pages follow them
 */
export async function* pagesOf(
  { captures }: Pick<SearchSource, 'captures'>,
  scope: Scope,
  ids: readonly number[],
  { view }: Pick<ListRange, 'view'>,
  more = false,
): AsyncGenerator<Page, void> {
  for (let left = ids; left.length > 0; ) {
    const page = await captures.readByIds(scope, left, pageContent(view));
    const last = page.captures.at(-1)?.id;
    // A page ends before `left` does only where it has captures.
    left = page.more && last !== undefined ? left.slice(left.indexOf(last) + 1) : [];
    yield { captures: page.captures, more: more || left.length > 0 };
  }
}

function query({ before, after, match }: MatchRange, limit: number, nowMs: number): SearchQuery {
  return { match, nowMs, limit, order: 'newestFirst', before, after };
}

/**
 * Reads the parameter `match` of a list or stream.
 * @returns `undefined` if it means every request: these need no search
 * @throws {ApiError} `invalidInput` with the sentence and the place of the word that is wrong
 */
export function readMatchText(text = ''): Match | undefined {
  try {
    const match = parseMatch(text);
    return match.terms.length === 0 ? undefined : match;
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    const place = `at character ${error.start + 1}`;
    throw new ApiError('invalidInput', { sentence: `match, ${place}: ${error.message}` });
  }
}
