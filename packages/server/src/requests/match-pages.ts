import { type Match, MatchError, parseMatch } from '@hookwell/core/match';
import type { Page, Scope, SearchQuery } from '../capture-log/capture-log.ts';
import { Refusal } from '../refusal.ts';
import {
  type FoundMatches,
  findMatches,
  type SearchBounds,
  type SearchSource,
} from './find-matches.ts';
import { type ListRange, pageContent } from './list-range.ts';

/** A list of the captures that match. */
export interface MatchRange extends Omit<ListRange, 'ids'> {
  match: Match;
}

/** One page of a list: a search that finds little ends soon, and its Link goes on. */
const pageBounds: SearchBounds = {
  mostTried: 50_000,
  mostMs: 250,
  mostBodies: 16,
  mostBodyBytes: 32 * 1024 * 1024,
};

/** A whole list: so much is searched before the captures that were found are written. */
const partBounds: SearchBounds = { ...pageBounds, mostMs: 100 };
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
 * @throws {Refusal} `invalidInput` with the sentence and the place of the word that is wrong
 */
export function readMatchText(text = ''): Match | undefined {
  try {
    const match = parseMatch(text);
    return match.terms.length === 0 ? undefined : match;
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    const place = `at character ${error.start + 1}`;
    throw new Refusal('invalidInput', { sentence: `match, ${place}: ${error.message}` });
  }
}
