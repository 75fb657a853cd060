import type { CaptureLog, PageQuery, Scope, StoredCapture } from '../capture-log/capture-log.ts';
import { LARGEST_LIGHT_BODY } from '../requests/public.ts';
import type { EventView } from './events.ts';

/** What a read of the log gives at most. The bodies of large captures are read when one is written. */
const page = { limit: 100, maxBytes: 256 * 1024, largestBodyBytes: LARGEST_LIGHT_BODY };

/** Where a stream stands once it was given all there was to give: its cursor, and whether the log holds more. */
export interface Place {
  through: number;
  more: boolean;
}

/** Reads the next captures of a scope after a cursor, no more of them than there is room to write. */
export async function readPageAfter(
  captures: CaptureLog,
  scope: Scope,
  view: EventView,
  cursor: number,
  room: number,
): Promise<{ found: StoredCapture[]; end: Place }> {
  // What is announced while the read runs may be missing from it.
  const horizon = captures.committedThrough;
  const query: PageQuery = {
    ...page,
    maxBytes: Math.min(page.maxBytes, room),
    after: cursor,
    order: 'oldestFirst',
    withBody: view === 'event',
  };
  const { captures: found, more } = await captures.readPage(scope, query);
  const last = found.at(-1)?.id ?? cursor;
  return { found, end: { through: more ? last : Math.max(last, horizon), more } };
}
