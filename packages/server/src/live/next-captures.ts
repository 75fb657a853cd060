import type { CapturePages, CommitFeed, PageContent, Scope } from '../capture-log/capture-log.ts';
import type { StoredCapture } from '../capture-log/captures.ts';
import { largestLightBodyBytes } from '../sent-request/body.ts';
import type { EventView } from './events.ts';

/** With more announced and not handed over yet, the streams read the captures from the log instead. */
const mostAnnouncedBytes = 1024 * 1024;

/** The captures of a channel that were announced since the last were handed over. */
export class Announcement {
  readonly captures: StoredCapture[] = [];
  /** There is more than `captures`, or too much to keep it here: the streams read the log. */
  inLog = false;
  /** Everything up to this id was announced before. */
  readonly before: number;
  /** Everything up to this id is in here. */
  through: number;
  #bytes = 0;

  constructor(before: number) {
    this.before = before;
    this.through = before;
  }

  /** Takes the captures that were committed next; `unread` if some of them are only in the log. */
  add(captures: readonly StoredCapture[] | 'unread', through: number): void {
    this.through = through;
    if (captures === 'unread') {
      this.inLog = true;
    } else {
      for (const capture of captures) {
        this.#bytes += capture.headers.length + capture.target.length + (capture.body?.length ?? 0);
        this.captures.push(capture);
      }
      this.inLog ||= this.#bytes > mostAnnouncedBytes && this.captures.length > 1;
    }
    if (this.inLog) this.captures.length = 0;
  }
}

/** The most that one read of the log gives. */
const mostCaptures = 100;
const mostBytes = 256 * 1024;

/** The place of a stream that was given all it could get: its cursor, and whether the log holds more. */
export interface StreamPlace {
  through: number;
  more: boolean;
}

/** The place in the log from which streams read, and the bytes that there is room to write. */
export interface LogPageSource {
  captures: CapturePages & CommitFeed;
  scope: Scope;
  view: EventView;
  cursor: number;
  roomBytes: number;
}

export interface FoundPage {
  found: StoredCapture[];
  end: StreamPlace;
}

/** The bodies of large captures are read when one is written. */
export function pageContent(view: EventView, roomBytes: number): PageContent {
  return {
    maxBytes: Math.min(mostBytes, roomBytes),
    withBody: view === 'event',
    largestBodyBytes: largestLightBodyBytes,
  };
}

/** Reads the next captures of a scope after a cursor, no more bytes of them than there is room to write. */
export async function readPageAfter({
  captures,
  scope,
  view,
  cursor,
  roomBytes,
}: LogPageSource): Promise<FoundPage> {
  // Captures that are announced while the read runs may be missing from it.
  const horizon = captures.committedThrough;
  const { captures: found, more } = await captures.readPage(scope, {
    ...pageContent(view, roomBytes),
    limit: mostCaptures,
    after: cursor,
    order: 'oldestFirst',
  });
  const last = found.at(-1)?.id ?? cursor;
  return { found, end: { through: more ? last : Math.max(last, horizon), more } };
}
