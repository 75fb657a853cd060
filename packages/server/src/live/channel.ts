import type { Logger } from 'pino';
import type { CaptureLog, StoredCapture } from '../database/capture-log.ts';
import { type Events, type RenderEvent, renderEvents } from './events.ts';
import type { LiveStream, StreamOptions } from './live-stream.ts';
import { type Pace, restAfter, untilRested, writesInShare } from './pace.ts';
import type { ReadSlots } from './read-slots.ts';

/** One page of the log: what a stream that is behind has in memory at most. */
const page = { limit: 100, maxBytes: 256 * 1024 };

/** Captures announced and not handed over yet; past this the streams find them in the log instead. */
const maxAnnouncedBytes = 2 ** 20;

/** What the channels of one hub share. */
export interface ChannelParts {
  captures: CaptureLog;
  render: RenderEvent;
  pace: Pace;
  reads: ReadSlots;
  log: Logger;
}

/** Captures of the channel as they were announced, since those that were handed over last. */
interface Announcement {
  captures: StoredCapture[];
  bytes: number;
  /** There is more than `captures`, or too much to keep it here: the streams read the log. */
  inLog: boolean;
  /** Everything up to this id was announced before. */
  before: number;
  /** Everything up to this id is in here. */
  through: number;
}

/**
 * All streams with one scope and one view: what one of them reads or gets, the others can share.
 *
 * A stream that is at the tail gets announced captures from memory; any other reads the log. No
 * capture is missed on the way to the tail: a stream goes there only when its cursor is not below
 * `#handedOver`, so that whatever lies after the cursor is still to be handed over, and none comes
 * twice, because only what lies after the cursor is written.
 */
export class Channel {
  readonly #parts: ChannelParts;
  readonly #options: Pick<StreamOptions, 'scope' | 'view'>;
  readonly #streams = new Set<LiveStream>();
  readonly #atTail = new Set<LiveStream>();
  /** The streams that wait for the page after a cursor. */
  readonly #readers = new Map<number, Set<LiveStream>>();
  /** Every announced capture up to this id was given, or is being given, to the streams at the tail. */
  #handedOver: number;
  #announcement: Announcement | undefined;
  #handingOver = false;
  #restUntil = 0;

  constructor(parts: ChannelParts, options: Pick<StreamOptions, 'scope' | 'view'>) {
    this.#parts = parts;
    this.#options = options;
    this.#handedOver = parts.captures.committedThrough;
  }

  get isEmpty(): boolean {
    return this.#streams.size === 0;
  }

  takes(endpointId: number): boolean {
    const wanted = this.#options.scope.endpointId;
    return wanted === undefined || wanted === endpointId;
  }

  join(stream: LiveStream): void {
    this.#streams.add(stream);
    this.#read(stream);
  }

  leave(stream: LiveStream): void {
    this.#streams.delete(stream);
    this.#atTail.delete(stream);
  }

  /** The stream's socket has taken everything. */
  drained(stream: LiveStream): void {
    if (stream.state === 'backedUp') this.#goOn(stream, true);
  }

  /** Writes between two texts of events; leaves out a stream that has yet to take the last one. */
  interject(stream: LiveStream, text: Uint8Array): void {
    if (stream.state === 'backedUp') return;
    const accepted = stream.write(text);
    if (stream.state === 'atTail') this.#goOn(stream, accepted);
  }

  /**
   * Takes captures of this channel that were just committed, in the order of their ids; `unread` where
   * they are only in the log, since another node captured some of them.
   */
  announce(captures: readonly StoredCapture[] | 'unread', before: number, through: number): void {
    if (this.#atTail.size === 0 && !this.#handingOver) {
      this.#handedOver = through;
      return;
    }
    this.#announcement ??= { captures: [], bytes: 0, inLog: false, before, through };
    addTo(this.#announcement, captures, through);
    if (!this.#handingOver) void this.#handOverAll();
  }

  async #handOverAll(): Promise<void> {
    this.#handingOver = true;
    while (this.#announcement !== undefined) {
      await untilRested(this.#restUntil);
      // What is announced while others write goes out with this, in one text.
      await this.#parts.pace.turn(Math.min(this.#atTail.size, writesInShare));
      const announcement = this.#announcement;
      this.#announcement = undefined;
      this.#handedOver = announcement.through;
      this.#restUntil = performance.now() + restAfter(this.#atTail.size);
      try {
        await this.#handOver(announcement);
      } catch (error) {
        this.#fail(this.#atTail, error);
      }
    }
    this.#handingOver = false;
  }

  async #handOver({ captures, inLog, before, through }: Announcement): Promise<void> {
    for (const stream of [...this.#atTail]) {
      stream.cursor = Math.max(stream.cursor, before);
      if (inLog) this.#goOn(stream, true);
    }
    if (this.#atTail.size === 0) return;
    const rendering = renderEvents(captures, this.#options.view, this.#parts.render);
    const events = rendering instanceof Promise ? await rendering : rendering;
    await this.#eachInTurn(this.#atTail, 'atTail', (stream) => {
      const text = events.after(stream.cursor);
      stream.cursor = Math.max(stream.cursor, events.complete ? through : events.last);
      this.#goOn(stream, text === undefined || stream.write(text));
    });
  }

  /** Decides what comes next for a stream that was given something. */
  #goOn(stream: LiveStream, accepted: boolean): void {
    if (stream.state === 'ended') return;
    this.#atTail.delete(stream);
    if (!accepted) {
      stream.state = 'backedUp';
    } else if (stream.behind || stream.cursor < this.#handedOver) {
      this.#read(stream);
    } else {
      stream.state = 'atTail';
      this.#atTail.add(stream);
    }
  }

  /** Streams that stand at the same place share one read, however many they are. */
  #read(stream: LiveStream): void {
    stream.state = 'reading';
    const readers = this.#readers.get(stream.cursor);
    if (readers !== undefined) {
      readers.add(stream);
    } else {
      this.#readers.set(stream.cursor, new Set([stream]));
      const { cursor } = stream;
      void this.#parts.reads.run(() => this.#readPage(cursor));
    }
  }

  /** Reads the page after the cursor and gives it to all that wait for it by then. */
  async #readPage(cursor: number): Promise<void> {
    const readers = this.#readers.get(cursor) ?? new Set<LiveStream>();
    try {
      // Their clients may have gone while this read waited for its slot.
      const wanted = [...readers].some((stream) => stream.state === 'reading');
      const read = wanted ? await this.#pageAfter(cursor) : undefined;
      this.#readers.delete(cursor);
      if (read === undefined) return;
      await this.#eachInTurn(readers, 'reading', (stream) => {
        stream.cursor = read.through;
        stream.behind = read.more;
        const text = read.events.after(cursor);
        this.#goOn(stream, text === undefined || stream.write(text));
      });
    } catch (error) {
      this.#readers.delete(cursor);
      this.#fail(readers, error);
    }
  }

  async #pageAfter(cursor: number): Promise<{ events: Events; through: number; more: boolean }> {
    const { captures, render } = this.#parts;
    const { scope, view } = this.#options;
    // What is announced while the read runs may be missing from it.
    const horizon = captures.committedThrough;
    const { captures: found, more: moreInLog } = await captures.readPage(scope, {
      ...page,
      after: cursor,
      order: 'oldestFirst',
      withBody: view === 'event',
    });
    const events = await renderEvents(found, view, render);
    const more = moreInLog || !events.complete;
    const through = Math.max(cursor, events.last, more ? 0 : horizon);
    return { events, through, more };
  }

  /** Calls `give` for all streams that are still in the state when their turn comes. */
  async #eachInTurn(
    streams: ReadonlySet<LiveStream>,
    state: LiveStream['state'],
    give: (stream: LiveStream) => void,
  ): Promise<void> {
    let given = 0;
    for (const stream of [...streams]) {
      if (given > 0 && given % writesInShare === 0) await this.#parts.pace.turn(writesInShare);
      if (stream.state !== state) continue;
      given += 1;
      give(stream);
    }
  }

  /** Their clients come back with `after`. */
  #fail(streams: ReadonlySet<LiveStream>, error: unknown): void {
    this.#parts.log.warn({ err: error }, 'live: streams end because captures could not be read');
    for (const stream of [...streams]) {
      stream.end();
      this.leave(stream);
    }
  }
}

function addTo(
  announcement: Announcement,
  captures: readonly StoredCapture[] | 'unread',
  through: number,
): void {
  announcement.through = through;
  if (captures === 'unread') {
    announcement.inLog = true;
  } else {
    for (const capture of captures) {
      announcement.bytes += capture.bodySize + capture.headers.length + capture.target.length;
      announcement.captures.push(capture);
    }
    announcement.inLog ||=
      announcement.bytes > maxAnnouncedBytes && announcement.captures.length > 1;
  }
  if (announcement.inLog) announcement.captures.length = 0;
}
