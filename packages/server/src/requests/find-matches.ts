import type { CapturePages, Scope, SearchQuery } from '../capture-log/capture-log.ts';
import type { Client } from '../fairness/budget.ts';
import type { Parties } from '../fairness/parties.ts';
import type { Metrics } from '../metrics.ts';
import { largestLightBodyBytes } from '../sent-request/body.ts';
import type { CaptureReads } from './capture-reads.ts';
import { refuseGone } from './reading-client.ts';

/** A search ends early at the first of these bounds that it meets, with at least one capture tried. */
export interface SearchBounds {
  mostTried: number;
  mostMs: number;
  /** Captures that were decided in the worker pool, and their bytes as sent. */
  mostBodies: number;
  mostBodyBytes: number;
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
  const endMs = performance.now() + bounds.mostMs;
  let through: number | undefined;
  let [tried, bodies, bodyBytes] = [0, 0, 0];
  const by = { party: parties.of(scope.accountId), signal: client.gone };
  const isOver = () =>
    tried >= bounds.mostTried ||
    bodies >= bounds.mostBodies ||
    bodyBytes >= bounds.mostBodyBytes ||
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
