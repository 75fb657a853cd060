import type { Freshness } from '@hookwell/core/api';
import { parseDuration } from '@hookwell/core/match';
import type { CapturePages, Scope } from '../capture-log/capture-log.ts';
import { Refusal } from '../refusal.ts';

const form = /^(\d{1,9}(?:\.\d{1,3})?)(s|m|h|d)$/;
const [fromMs, toMs] = [1000, 30 * 24 * 3_600_000];

/**
 * The parameter `within`, in milliseconds.
 * @throws {Refusal} `invalidInput` if it is no time from 1s to 30d, or if a match comes along: the answer would be taken for one
 *   about requests that match
 */
export function readWithin(query: { within: string; match?: unknown }): number {
  if (query.match !== undefined) {
    const sentence =
      'freshness is about all requests and takes no match: to find the newest one that matches, list with match and limit=1';
    throw new Refusal('invalidInput', { sentence });
  }
  const milliseconds = parseDuration(query.within, form);
  if (milliseconds === undefined || milliseconds < fromMs || milliseconds > toMs) {
    const sentence = 'within must be a time from 1s to 30d, such as 30m, 1h or 7d';
    throw new Refusal('invalidInput', { sentence });
  }
  return milliseconds;
}

/** Whether the newest capture of an endpoint, which is the one that was stored last, came after a time. It is one look. */
export async function freshnessOf(
  captures: Pick<CapturePages, 'readPage'>,
  scope: Required<Scope>,
  sinceMs: number,
): Promise<Freshness> {
  const oneWithoutBody = { order: 'newestFirst', limit: 1, maxBytes: 1, withBody: false } as const;
  const [newest] = (await captures.readPage(scope, oneWithoutBody)).captures;
  if (newest === undefined) return { fresh: false };
  const { id, receivedAt } = newest;
  return {
    fresh: receivedAt > sinceMs,
    newestAt: new Date(receivedAt).toISOString(),
    newestId: id,
  };
}
