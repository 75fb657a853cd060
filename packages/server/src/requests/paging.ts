import type { PageQuery } from '@hookwell/contract';
import { type ListPage, type ListRange, readShortPage } from './list-range.ts';
import type { ListedLog } from './log-in-turns.ts';

/** One page of a list, as it was asked for: its first part, the range of the whole page, and the next page. */
export interface AskedPage {
  first: ListPage;
  range: ListRange;
  /** The `before` of the next page, if there is one. */
  next?: number | undefined;
}

/** Whether a query asks for one page rather than for the whole list. */
export function asksForPage({ limit, before, after }: PageQuery): boolean {
  return limit !== undefined || before !== undefined || after !== undefined;
}

/**
 * Finds one page. Pages always run from new to old: it holds the newest captures below `before` and above
 * `after`, and the next one goes on below its oldest, `after` unchanged. So a client that follows `next` from any
 * first page sees each capture that was there exactly once, and a client that polls with `after` gets all new ones.
 * Captures that arrive meanwhile belong to no page that was found before. Only the first part is read with bodies
 * here: a page of large ones may be of any length.
 */
export async function findPage(
  captures: Pick<ListedLog, 'readIds' | 'readListPage'>,
  range: ListRange,
  limit: number,
): Promise<AskedPage> {
  const { ids, more } = await captures.readIds(range.scope, {
    before: range.before,
    after: range.after,
    order: 'newestFirst',
    limit,
  });
  const oldest = ids.at(-1);
  if (oldest === undefined) return { first: { captures: [], more: false }, range };
  const newest = ids[0] ?? oldest;
  const shown = new Set(ids);
  const whole: ListRange = { ...range, before: newest + 1, after: oldest - 1, ids: shown };
  return {
    first: await readShortPage(captures, whole),
    range: whole,
    next: more ? oldest : undefined,
  };
}
