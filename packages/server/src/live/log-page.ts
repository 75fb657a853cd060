import type { CaptureLog, PageQuery, Scope, StoredCapture } from '../capture-log/capture-log.ts';
import { largestLightBodyBytes } from '../rendering/heavy-captures.ts';
import type { EventView } from './events.ts';

/** The most that one read of the log gives. The bodies of large captures are read when one is written. */
const page = { limit: 100, maxBytes: 256 * 1024, largestBodyBytes: largestLightBodyBytes };

/** The place of a stream that was given all it could get: its cursor, and whether the log holds more. */
export interface Place {
  through: number;
  more: boolean;
}

/** Reads the next captures of a scope after a cursor, no more bytes of them than there is room to write. */
export async function readPageAfter(
  captures: CaptureLog,
  scope: Scope,
  view: EventView,
  cursor: number,
  roomBytes: number,
): Promise<{ found: StoredCapture[]; end: Place }> {
  // Captures that are announced while the read runs may be missing from it.
  const horizon = captures.committedThrough;
  const query: PageQuery = {
    ...page,
    maxBytes: Math.min(page.maxBytes, roomBytes),
    after: cursor,
    order: 'oldestFirst',
    withBody: view === 'event',
  };
  const { captures: found, more } = await captures.readPage(scope, query);
  const last = found.at(-1)?.id ?? cursor;
  return { found, end: { through: more ? last : Math.max(last, horizon), more } };
}
