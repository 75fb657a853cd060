import type { ServerResponse } from 'node:http';
import type { Freshness } from '@hookwell/contract';
import type { Match } from '@hookwell/match';
import type { Scope } from '../capture-log/capture-log.ts';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusal.ts';
import type { CaptureReads } from './capture-reads.ts';
import {
  type DatedCapture,
  findNewestMatch,
  type NewestBounds,
  oneWithoutBody,
} from './newest-match.ts';
import { beginList } from './reading-client.ts';
import type { SearchedSoFar } from './searched-so-far.ts';

/** The question whether a capture came lately. */
export interface FreshnessQuestion {
  scope: Required<Scope>;
  withinMs: number;
  /** Absent if any capture counts: then one look tells. */
  match: Match | undefined;
}

/**
 * Whether the newest capture of an endpoint, or the newest one that matches, is young enough. The newest is the one that was stored
 * last. A search takes the turn of a list, so an account has as many at once as lists.
 * @throws {Refusal} `tooManyRequests` if the search met its bound before it was decided
 */
export async function freshnessOf(
  { store: { captures }, metrics, parties, clock }: Parts,
  reads: CaptureReads,
  memory: SearchedSoFar,
  { scope, withinMs, match }: FreshnessQuestion,
  response: ServerResponse,
  bounds?: NewestBounds,
): Promise<Freshness> {
  const { captures: read } = await reads.read(scope.accountId, () =>
    captures.readPage(scope, { order: 'newestFirst', ...oneWithoutBody }),
  );
  const [newest] = read;
  const nowMs = clock();
  const sinceMs = nowMs - withinMs;
  if (newest === undefined || match === undefined) return shown(newest, sinceMs);
  const party = parties.of(scope.accountId);
  const { client } = await beginList(response, reads.lists, party);
  const { found, isDecided } = await findNewestMatch(
    { captures, reads, metrics, parties, client },
    memory,
    { scope, party, match },
    { newest, sinceMs, nowMs },
    bounds,
  );
  if (!isDecided) {
    const sentence =
      'The search for this match is not done yet: the next call on this node goes on where it stopped';
    throw new Refusal('tooManyRequests', { sentence, retryAfterSeconds: 1 });
  }
  return shown(found, sinceMs);
}

function shown(newest: DatedCapture | undefined, sinceMs: number): Freshness {
  if (newest === undefined) return { fresh: false };
  const { id, receivedAt } = newest;
  return {
    fresh: receivedAt > sinceMs,
    newestAt: new Date(receivedAt).toISOString(),
    newestId: id,
  };
}
