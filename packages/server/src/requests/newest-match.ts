import type { CapturePages } from '../capture-log/capture-log.ts';
import { findMatches, type SearchBounds, type SearchSource } from './find-matches.ts';
import type { Searched, SearchedSoFar, Sought, TriedIds } from './searched-so-far.ts';

/** The bounds of a call. */
export interface NewestBounds {
  /** After each part it is looked how far back the search came. */
  part: SearchBounds;
  /** A call searches for so long; the next one goes on. */
  mostSearchMs: number;
  /** Once it is sure that no match is young enough, it looks for so long for an older one. */
  mostOlderMs: number;
}

const partBounds: SearchBounds = {
  mostTried: 50_000,
  mostMs: 100,
  mostBodies: 4,
  mostBodyBytes: 8 * 1024 * 1024,
};
const bounds = { part: partBounds, mostSearchMs: 5000, mostOlderMs: 200 };

export interface DatedCapture {
  id: number;
  receivedAt: number;
}

/** The parts that such a search is made with. */
export interface NewestSource extends SearchSource {
  captures: Pick<CapturePages, 'search' | 'readOne' | 'readByIds' | 'readPage'>;
}

interface NewestMatch {
  found?: DatedCapture;
  /** Whether everything since the time in question was tried, or a match was found. */
  isDecided: boolean;
}

/**
 * Searches for the newest capture of an endpoint that matches: those that came since the last search first, then on from where that
 * stopped. It ends at the first match, or with none if all since `sinceMs` were tried, or its time is up.
 * @param newest the newest capture of the endpoint
 * @throws {NotAnswered | Overloaded | StoreUnavailable} as `findMatches` does; what was tried until then is kept
 */
export async function findNewestMatch(
  source: NewestSource,
  memory: SearchedSoFar,
  sought: Sought,
  { newest, sinceMs, nowMs }: { newest: DatedCapture; sinceMs: number; nowMs: number },
  { part, mostSearchMs, mostOlderMs }: NewestBounds = bounds,
): Promise<NewestMatch> {
  let searched = from(newest.id, memory.of(sought, nowMs));
  let isDecided = newest.receivedAt <= sinceMs;
  let endsAt = performance.now() + (isDecided ? mostOlderMs : mostSearchMs);
  for (;;) {
    const step = await searchPart(source, sought, searched, part);
    searched = step.searched;
    const { match } = searched;
    if (step.isOver && match !== undefined) {
      const found = await source.captures.readOne(sought.scope.accountId, match, 0);
      memory.keep(sought, searched, found !== undefined);
      if (found !== undefined) return { found, isDecided: true };
      // It was removed meanwhile: the search goes on below it.
      searched = without(searched, match);
    } else {
      memory.keep(sought, searched, step.isOver);
      if (step.isOver) return { isDecided: true };
      if (!isDecided && (await reachesBack(source, sought, searched, sinceMs))) {
        isDecided = true;
        endsAt = performance.now() + mostOlderMs;
      }
    }
    if (performance.now() >= endsAt) return { isDecided };
  }
}

/** What is known, with an empty range for what came since. */
function from(newest: number, known: Searched): Searched {
  const isKnown = newest <= (known.tried[0]?.newest ?? 0);
  return isKnown ? known : { ...known, tried: [empty(newest), ...known.tried] };
}

function empty(newest: number): TriedIds {
  return { newest, oldest: newest + 1 };
}

function without({ tried: [first, ...others], nowMs }: Searched, match: number): Searched {
  return { tried: first === undefined ? [] : [{ ...first, oldest: match }, ...others], nowMs };
}

/** Tries some of the captures between the newest ids that were tried and what is known below them. */
async function searchPart(
  source: NewestSource,
  { scope, match }: Sought,
  searched: Searched,
  part: SearchBounds,
): Promise<{ searched: Searched; isOver: boolean }> {
  const { nowMs } = searched;
  const [first = empty(0), next, ...others] = searched.tried;
  const floor = next?.newest ?? searched.match ?? 0;
  const query = { match, nowMs, limit: 1, before: first.oldest, after: floor };
  const { ids, through, more } =
    first.oldest === floor + 1
      ? { ids: [], more: false }
      : await findMatches(source, scope, { ...query, order: 'newestFirst' }, part);
  const [id] = ids;
  if (id !== undefined) {
    return { searched: { tried: [{ ...first, oldest: id + 1 }], match: id, nowMs }, isOver: true };
  }
  const oldest = more && through !== undefined ? through : (next?.oldest ?? floor + 1);
  const below = next === undefined ? [] : more ? [next, ...others] : others;
  return {
    searched: { ...searched, tried: [{ ...first, oldest }, ...below] },
    isOver: !more && next === undefined,
  };
}

/** Whether the oldest capture that was tried in a row from the newest one on came no later than this time. */
async function reachesBack(
  { captures }: NewestSource,
  { scope }: Sought,
  { tried: [first = empty(0)] }: Searched,
  sinceMs: number,
): Promise<boolean> {
  const { captures: found } = await captures.readPage(scope, {
    after: first.oldest - 1,
    before: first.newest + 1,
    order: 'oldestFirst',
    ...oneWithoutBody,
  });
  return found.some(({ receivedAt }) => receivedAt <= sinceMs);
}

/** One look: the id and the time of a capture. */
export const oneWithoutBody = { limit: 1, maxBytes: 1, withBody: false } as const;
