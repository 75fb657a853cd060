import type { PageQuery as AskedQuery } from '@hookwell/core/api';
import type {
  CapturePages,
  Page,
  PageContent,
  PageQuery,
  Scope,
  TextPage,
} from '../capture-log/capture-log.ts';
import type { Budget } from '../fairness/budget.ts';
import type { CaptureView } from '../rendering/capture-text.ts';
import { largestLightBodyBytes } from '../sent-request/body.ts';
import type { Store } from '../store/store.ts';

/** The captures of a list: those of a scope with an id between `after` and `before`, both left out. */
export interface ListRange {
  scope: Scope;
  before?: number | undefined;
  after?: number | undefined;
  /** Of a page: these alone. A merge may bring others between them. */
  ids?: ReadonlySet<number>;
  view: Extract<CaptureView, 'full' | 'summary'>;
}

/** A list has at most two pages of this size, or of twice as much text, in memory, and a piece of text or of a large capture. */
const pageCaptures = 250;
const pageBytes = 128 * 1024;

/** The most that a short page has. Large bodies stay out. */
export function pageContent(view: ListRange['view']): PageContent {
  return {
    maxBytes: pageBytes,
    withBody: view === 'full',
    largestBodyBytes: largestLightBodyBytes,
  };
}

/** A page of a list: texts where the log makes them beside the event loop, else captures. */
export type ListPage = Page | TextPage;

/** The id of the oldest capture of a page; undefined if it has none. */
function oldestOf(page: ListPage): number | undefined {
  return 'texts' in page ? page.ids.at(-1) : page.captures.at(-1)?.id;
}

/** Reads the newest page of a range: a short one, so that no read holds up others. */
export function readShortPage(
  captures: Pick<ListedLog, 'readListPage'>,
  { scope, before, after, view }: ListRange,
  limit = pageCaptures,
): Promise<ListPage> {
  const query: PageQuery = {
    before,
    after,
    order: 'newestFirst',
    limit: Math.min(limit, pageCaptures),
    ...pageContent(view),
  };
  return captures.readListPage(scope, query);
}

/** Gives the pages of a range, newest first: reads each while its reader has the one before. */
export async function* shortPages(
  captures: Pick<ListedLog, 'readListPage'>,
  range: ListRange,
  first: ListPage,
): AsyncGenerator<ListPage, void> {
  for (let page: ListPage | undefined = first; page !== undefined; ) {
    const oldest: number | undefined = oldestOf(page);
    const next: Promise<ListPage> | undefined =
      page.more && oldest !== undefined
        ? readShortPage(captures, { ...range, before: oldest })
        : undefined;
    // It throws below, at its `await`; a reader that goes away before that must not crash the process.
    next?.catch(() => {});
    yield page;
    page = await next;
  }
}

/** Whether a scope still exists and is the account's. Ids are never used twice: then it was so all along. */
export async function scopeStands(
  db: Store['db'],
  { accountId, endpointId }: Scope,
): Promise<boolean> {
  const found =
    endpointId === undefined
      ? await db.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst()
      : await db
          .selectFrom('endpoint')
          .select('id')
          .where('id', '=', endpointId)
          .where('account_id', '=', accountId)
          .executeTakeFirst();
  return found !== undefined;
}

/** The part of the log that lists read. */
export type ListedLog = Pick<
  CapturePages,
  'readIds' | 'readListPage' | 'readByIds' | 'readOne' | 'search'
>;

/** The log for a list of a party: its pages are read within the budget, so that those of others come between two of them. */
export function logInTurns(captures: ListedLog, pages: Budget, party: number): ListedLog {
  return {
    readIds: (...asked) => pages.run(party, () => captures.readIds(...asked)),
    readListPage: (...asked) => pages.run(party, () => captures.readListPage(...asked)),
    readByIds: (...asked) => pages.run(party, () => captures.readByIds(...asked)),
    readOne: (...asked) => captures.readOne(...asked),
    // Steps of searches have turns of their own.
    search: (...asked) => captures.search(...asked),
  };
}

/** One page of a list, as it was asked for: its first part, the range of the whole page, and the next page. */
interface AskedPage {
  first: ListPage;
  range: ListRange;
  /** The `before` of the next page, if there is one. */
  next?: number | undefined;
}

/** Whether a query asks for one page rather than for the whole list. */
export function asksForPage({ limit, before, after }: AskedQuery): boolean {
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
