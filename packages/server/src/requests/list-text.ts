import { setImmediate } from 'node:timers/promises';
import type { CaptureLog, Page, PageQuery, Scope } from '../database/capture-log.ts';
import type { CaptureRenderer } from './capture-renderer.ts';
import type { CaptureView } from './render.ts';

/** Which captures a list holds: those of a scope with an id between `after` and `before`, both left out. */
export interface ListRange {
  scope: Scope;
  before?: number;
  after?: number;
  view: Extract<CaptureView, 'full' | 'summary'>;
}

/** What is in memory of one list: at most two pages of this size, or of one capture each. */
const PAGE_CAPTURES = 100;
const PAGE_BYTES = 2 ** 20;
/** After bodies of this many bytes others get their turn: rendering takes 5 to 20 ms for 1 MiB. */
const TURN_BYTES = 2 ** 15;

/** Reads the newest page of a range: a short one, so that no read holds up others. */
export function readShortPage(
  captures: CaptureLog,
  { scope, before, after, view }: ListRange,
  limit = PAGE_CAPTURES,
): Promise<Page> {
  const query: PageQuery = {
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    order: 'newestFirst',
    limit: Math.min(limit, PAGE_CAPTURES),
    maxBytes: PAGE_BYTES,
    withBody: view === 'full',
  };
  return captures.readPage(scope, query);
}

/**
 * A list as the text of a JSON array, newest first, in pieces at the reader's pace. The cursor only moves
 * down, so captures that arrive meanwhile never appear. The next page is read while this one is
 * written. It throws where a read fails: the array is closed only when it is whole.
 */
export async function* listText(
  captures: CaptureLog,
  renderer: CaptureRenderer,
  range: ListRange,
  first: Page,
): AsyncGenerator<string | Uint8Array, void> {
  let text = '[';
  let isFirst = true;
  let bytes = 0;
  for (let page: Page | undefined = first; page !== undefined; ) {
    const oldest: number | undefined = page.captures.at(-1)?.id;
    const next: Promise<Page> | undefined =
      page.more && oldest !== undefined
        ? readShortPage(captures, { ...range, before: oldest })
        : undefined;
    // It throws below, where it is awaited; a reader that goes away before that must not crash us.
    next?.catch(() => {});
    for (const capture of page.captures) {
      if (!isFirst) text += ',';
      isFirst = false;
      const rendered = renderer.render(capture, range.view);
      if (typeof rendered === 'string') {
        text += rendered;
        bytes += capture.body?.length ?? 0;
        if (bytes > TURN_BYTES) {
          bytes = 0;
          await setImmediate();
        }
        continue;
      }
      // One at a time: a page of compressed bodies never stands decoded in memory as a whole.
      if (text !== '') yield text;
      text = '';
      yield await rendered;
    }
    if (next !== undefined && text !== '') {
      yield text;
      text = '';
    }
    page = await next;
  }
  yield `${text}]`;
}
