import { setImmediate } from 'node:timers/promises';
import type { CaptureLog, Page, PageQuery, Scope } from '../capture-log/capture-log.ts';
import { ApiError } from '../http/api-error.ts';
import type { CaptureView } from '../rendering/capture-text.ts';
import { LARGEST_LIGHT_BODY } from '../rendering/heavy-captures.ts';
import type { CaptureReads } from './capture-reads.ts';
import type { ReadingClient } from './reading-client.ts';

/** Which captures a list holds: those of a scope with an id between `after` and `before`, both left out. */
export interface ListRange {
  scope: Scope;
  before?: number;
  after?: number;
  /** Of a page: these alone. A merge may bring others between them. */
  ids?: ReadonlySet<number>;
  view: Extract<CaptureView, 'full' | 'summary'>;
}

/** What is in memory of one list: at most two pages of this size and a piece of text, or one of a large capture. */
const PAGE_CAPTURES = 250;
const PAGE_BYTES = 2 ** 17;
/** A piece ends with the capture that makes it this many characters long. */
const PIECE_LENGTH = 2 ** 16;
/** After so many bytes of captures others get their turn: rendering takes 20 to 50 ms for 1 MiB. */
const TURN_BYTES = 2 ** 16;

/** Reads the newest page of a range: a short one, so that no read holds up others. Large bodies stay out. */
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
    largestBodyBytes: LARGEST_LIGHT_BODY,
  };
  return captures.readPage(scope, query);
}

/** What a list is made from. */
export interface ListSource {
  captures: CaptureLog;
  reads: CaptureReads;
  client: ReadingClient;
  /** Whether the scope is still there and the account's. */
  stands: (scope: Scope) => Promise<boolean>;
}

/**
 * A list as the text of a JSON array, newest first, in pieces at the reader's pace: the one before was
 * taken when the next is asked for. The cursor only moves down, so captures that arrive meanwhile never
 * appear. The next page is read while this one is written. It throws where a read fails, or what it lists was
 * deleted as a whole meanwhile: the array is closed only when it is whole, and nothing of it is given before its
 * first capture was rendered.
 */
export async function* listText(
  { captures, reads, client, stands }: ListSource,
  range: ListRange,
  first: Page,
): AsyncGenerator<string | Uint8Array, void> {
  let isEmpty = true;
  let text = '[';
  let bytes = 0;
  /** Whether it was all there in one read. */
  let isOneRead = !first.more;
  for (let page: Page | undefined = first; page !== undefined; ) {
    const oldest: number | undefined = page.captures.at(-1)?.id;
    const next: Promise<Page> | undefined =
      page.more && oldest !== undefined
        ? readShortPage(captures, { ...range, before: oldest })
        : undefined;
    // It throws below, where it is awaited; a reader that goes away before that must not crash us.
    next?.catch(() => {});
    for (const capture of page.captures) {
      if (range.ids?.has(capture.id) === false) continue;
      const light = reads.lightText(capture, range.view);
      if (light !== undefined) {
        text += isEmpty ? light : `,${light}`;
        isEmpty = false;
        bytes += capture.headers.length + capture.target.length + (capture.body?.length ?? 0);
        if (text.length > PIECE_LENGTH) {
          yield text;
          text = '';
        }
        if (bytes > TURN_BYTES) {
          bytes = 0;
          await setImmediate();
        }
        continue;
      }
      if (!isEmpty && text !== '') {
        yield text;
        text = '';
      }
      isOneRead &&= capture.body !== undefined;
      const pieces = reads.open(range.scope.accountId, capture, 'full', client);
      try {
        let piece = await pieces.next();
        if (piece === undefined) continue;
        yield isEmpty ? '[' : ',';
        text = '';
        isEmpty = false;
        for (; piece !== undefined; piece = await pieces.next()) yield piece;
      } finally {
        pieces.close();
      }
    }
    if (next !== undefined && !isEmpty && text !== '') {
      yield text;
      text = '';
    }
    page = await next;
  }
  if (!isOneRead && !(await stands(range.scope))) throw new ApiError('notFound');
  yield `${text}]`;
}
