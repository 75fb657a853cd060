import type { HookwellClient } from '@hookwell/client';
import { parseLocalInstant } from '@hookwell/core/match/text/times';
import { readDuration } from '../command-line/parse-values.ts';

/** The place from which captured requests are wanted. */
export type Since =
  /** Only new requests. */
  | { now: true }
  /** Requests after the one with this id. */
  | { id: number }
  /** Requests from this moment on, in milliseconds since 1970. */
  | { time: number };

export const fromNowOn: Since = { now: true };

/**
 * Reads `4211` (an id), `10m`, `2h` (so long ago), `2026-03-01` or `2026-03-01T12:00:00Z`, and `now`. Without a zone a time has that
 * of this machine.
 * @throws {RangeError} if the text is anything else, with the rest of a sentence
 */
export function parseSince(text: string, now = Date.now()): Since {
  if (text === 'now') return fromNowOn;
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))) return { id: Number(text) };
  const time = parseLocalInstant(text);
  if (time !== undefined) return { time };
  try {
    return { time: now - readDuration(text) };
  } catch {
    throw new RangeError('must be an id (4211), a time ago (10m, 2h), a date or "now"');
  }
}

/** A large body takes a while to arrive: a request that was received earlier can get a later id. */
const longestArrivalMs = 10 * 60_000;

/** The highest id up to which no request is wanted. Later ids may still be of an earlier time: see `isSince`. */
export async function idBefore(
  since: Since,
  client: HookwellClient,
  endpoint: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  if ('id' in since) return since.id;
  if ('now' in since) {
    const { items } = await client.requests.page({ endpoint, view: 'summary', limit: 1, signal });
    return items[0]?.id ?? 0;
  }
  const newestFirst = client.requests.each({ endpoint, view: 'summary', pageSize: 1000, signal });
  for await (const { id, receivedAt } of newestFirst) {
    if (Date.parse(receivedAt) < since.time - longestArrivalMs) return id;
  }
  return 0;
}

export function isSince(since: Since, { receivedAt }: { receivedAt: string }): boolean {
  return !('time' in since) || Date.parse(receivedAt) >= since.time;
}
