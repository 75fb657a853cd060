import { defaultPageSize, type PageQuery } from '@hookwell/contract';
import type { CaptureLog, Page } from '../database/capture-log.ts';
import { type ListRange, readShortPage } from './list-text.ts';

/** One page of a list, as it was asked for: its first part, the range of all of it, and what follows. */
export interface ListPage {
  first: Page;
  range: ListRange;
  /** Where there is more: the `before` of the next page. */
  next?: number;
}

/** Whether a query asks for one page rather than for the whole list. */
export function asksForPage({ limit, before, after }: PageQuery): boolean {
  return limit !== undefined || before !== undefined || after !== undefined;
}

/**
 * Finds one page. Pages always run from new to old: it holds the newest captures below `before` and above
 * `after`, and the next one goes on below its oldest, `after` unchanged. So whoever follows `next` from
 * any first page sees each capture that was there exactly once, and who polls with `after` gets all that is
 * new. Only the first part is read with bodies here: a page of large ones is as long as it likes.
 */
export async function findPage(
  captures: CaptureLog,
  range: ListRange,
  limit = defaultPageSize,
): Promise<ListPage> {
  const first = await readShortPage(captures, range, limit);
  const last = first.captures.at(-1);
  if (last === undefined || !first.more) return { first: { ...first, more: false }, range };
  const missing = limit - first.captures.length;
  if (missing === 0) return { first: { ...first, more: false }, range, next: last.id };
  const rest = await captures.readPage(range.scope, {
    ...(range.after === undefined ? {} : { after: range.after }),
    before: last.id,
    order: 'newestFirst',
    limit: missing,
    maxBytes: MAX_HEADS,
    withBody: false,
  });
  const oldest = rest.captures.at(-1)?.id ?? last.id;
  return {
    first,
    range: { ...range, after: oldest - 1 },
    ...(rest.more ? { next: oldest } : {}),
  };
}

/** A page whose captures have headers and targets of more than this many bytes is a shorter page. */
const MAX_HEADS = 16 * 2 ** 20;

/** The Link header of a page (RFC 8288): the same address and parameters, but for `before`. */
export function nextLink(address: string, query: PageQuery, next: number): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, before: next })) {
    parameters.set(name, String(value));
  }
  return `<${address}?${parameters}>; rel="next"`;
}
