import type { Logger } from 'pino';
import type { StoredCapture } from '../capture-log/captures.ts';
import type { Budget } from '../fairness/budget.ts';
import { type EventRendering, writeLargeEvent } from './event-rendering.ts';
import { type Events, renderEvents } from './events.ts';
import type { LiveStream, StreamOptions } from './live-stream.ts';
import {
  type MatchesAfter,
  MatchesAfterCursor,
  type MatchesSource,
  readMatchesPage,
} from './matches-after.ts';
import { Announcement, readPageAfter, type StreamPlace } from './next-captures.ts';
import type { HeldTexts } from './stream-output.ts';
import { restMsAfter, untilTime, type WriteScheduler, writesInShare } from './write-scheduler.ts';

/** The parts that the channels of one hub share. */
export interface ChannelParts extends MatchesSource {
  rendering: EventRendering;
  scheduler: WriteScheduler;
  texts: HeldTexts;
  /** For pages of the log. */
  reads: Budget;
  log: Logger;
}

/** The common part of the streams of a channel. */
export type ChannelOptions = Pick<StreamOptions, 'scope' | 'party' | 'view' | 'filter'>;

/**
 * All streams with one scope, one view and one match: they can share the pages and texts that any of them gets. With
 * a match, announcements are hints alone: the streams then search the log, beside the event loop.
 *
 * A stream that is at the tail gets announced captures from memory; any other reads the log. No capture is missed
 * on the way to the tail: a stream goes there only when its cursor is not below `#handedOver`, so that all
 * captures after the cursor are still to be handed over. None comes twice, because only captures after the cursor
 * are written.
 */
export class Channel {
  readonly #parts: ChannelParts;
  readonly #options: ChannelOptions;
  readonly #streams = new Set<LiveStream>();
  readonly #atTail = new Set<LiveStream>();
  /** The streams that wait for the page after a cursor. */
  readonly #readers = new Map<number, Set<LiveStream>>();
  /** Every announced capture up to this id was given, or is being given, to the streams at the tail. */
  #handedOver: number;
  #announcement: Announcement | undefined;
  #handingOver = false;
  #restUntilMs = 0;
  /** Aborted when the last stream has gone. */
  readonly #gone = new AbortController();
  readonly #matches: MatchesAfterCursor | undefined;

  constructor(parts: ChannelParts, options: ChannelOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#handedOver = parts.captures.committedThrough;
    const { filter } = options;
    this.#matches =
      filter === undefined
        ? undefined
        : new MatchesAfterCursor(parts, { ...options, filter }, this.#gone.signal);
  }

  get isEmpty(): boolean {
    return this.#streams.size === 0;
  }

  get streams(): Iterable<LiveStream> {
    return this.#streams;
  }

  get isFiltered(): boolean {
    return this.#matches !== undefined;
  }

  takes(endpointId: number): boolean {
    const wanted = this.#options.scope.endpointId;
    return wanted === undefined || wanted === endpointId;
  }

  join(stream: LiveStream): void {
    this.#matches?.forget();
    this.#streams.add(stream);
    this.#read(stream);
  }

  leave(stream: LiveStream): void {
    this.#streams.delete(stream);
    this.#atTail.delete(stream);
    if (this.#streams.size === 0) this.#gone.abort();
  }

  /** The stream's socket has taken everything. */
  taken(stream: LiveStream): void {
    if (stream.state === 'taking') this.#goOn(stream);
  }

  /** Writes between two events. False if the socket of the stream has yet to take the last one. */
  interject(stream: LiveStream, text: Uint8Array): boolean {
    if (!stream.isTaken || stream.isWithinEvent) return false;
    stream.write(text);
    if (stream.state === 'atTail') this.#goOn(stream);
    return true;
  }

  /**
   * Takes captures of this channel that were just committed, in the order of their ids; `unread` if they are only in
   * the log, since another node captured some of them.
   */
  announce(captures: readonly StoredCapture[] | 'unread', before: number, through: number): void {
    if (this.#atTail.size === 0 && !this.#handingOver) {
      this.#handedOver = through;
      return;
    }
    this.#announcement ??= new Announcement(before);
    this.#announcement.add(captures, through);
    if (!this.#handingOver) void this.#handOverAll();
  }

  async #handOverAll(): Promise<void> {
    this.#handingOver = true;
    while (this.#announcement !== undefined) {
      await untilTime(this.#restUntilMs);
      // Captures that are announced while others write go out with this, in one text.
      await this.#parts.scheduler.turn(Math.min(this.#atTail.size, writesInShare));
      const announcement = this.#announcement;
      this.#announcement = undefined;
      this.#handedOver = announcement.through;
      this.#restUntilMs = performance.now() + restMsAfter(this.#atTail.size);
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
      if (inLog) this.#goOn(stream);
    }
    if (this.#atTail.size === 0) return;
    const events = await this.#render(captures);
    await this.#eachInTurn(this.#atTail, 'atTail', (stream) => {
      this.#give(stream, events, { through, more: false });
    });
  }

  #render(captures: readonly StoredCapture[]): Promise<Events> {
    const { rendering, texts } = this.#parts;
    const { scope, party, view } = this.#options;
    const render = (capture: StoredCapture) => rendering.render(capture, view, scope.accountId);
    return renderEvents(captures, render, texts.roomBytes(party));
  }

  /** Gives a stream the events after its cursor; `end` is its place once it has all of them. */
  #give(stream: LiveStream, { last, next, isNextLarge, after }: Events, end: StreamPlace): void {
    const text = after(stream.cursor);
    if (text !== undefined) stream.write(text);
    else if (next !== undefined && isNextLarge && next.id > stream.cursor) {
      return void this.#giveLarge(stream, next);
    }
    this.#moveOn(stream, next === undefined ? end : { through: last, more: true });
  }

  /** The stream goes on at its own pace, and then reads the log. */
  async #giveLarge(stream: LiveStream, capture: StoredCapture): Promise<void> {
    const { rendering, texts } = this.#parts;
    const { scope, party, view } = stream.options;
    this.#atTail.delete(stream);
    stream.state = 'inLargeEvent';
    try {
      const reader = { client: stream.client, maxBytes: () => texts.roomBytes(party) };
      await writeLargeEvent(stream, rendering.open(scope.accountId, capture, view, reader));
      this.#moveOn(stream, { through: capture.id, more: true });
    } catch (error) {
      if (!stream.hasEnded) this.#fail([stream], error);
    }
  }

  #moveOn(stream: LiveStream, { through, more }: StreamPlace): void {
    stream.cursor = Math.max(stream.cursor, through);
    stream.behind = more;
    this.#goOn(stream);
  }

  /** Decides about the next state of a stream that was given something. */
  #goOn(stream: LiveStream): void {
    if (stream.state === 'ended') return;
    this.#atTail.delete(stream);
    if (!stream.isTaken) {
      stream.state = 'taking';
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
      void this.#readAfter(stream.cursor);
    }
  }

  async #readAfter(cursor: number): Promise<void> {
    const readers = this.#readers.get(cursor) ?? new Set<LiveStream>();
    // Their clients may have gone while this read waited for its slot. A stream that comes now has a read of its own.
    const isWanted = () => {
      const isWaitedFor = [...readers].some(({ state }) => state === 'reading');
      if (!isWaitedFor) this.#forget(cursor, readers);
      return isWaitedFor;
    };
    try {
      const matches = await this.#matches?.after(cursor, isWanted);
      if (this.isFiltered && matches === undefined) return;
      const read = async () => {
        if (isWanted()) await this.#readPage(cursor, readers, matches);
      };
      // A page without captures takes no memory.
      if (matches?.ids.length === 0) await read();
      else await this.#parts.reads.run(this.#options.party, read);
    } catch (error) {
      this.#forget(cursor, readers);
      this.#fail(readers, error);
    }
  }

  #forget(cursor: number, readers: ReadonlySet<LiveStream>): void {
    if (this.#readers.get(cursor) === readers) this.#readers.delete(cursor);
  }

  /** Reads the page after the cursor and gives it to all that wait for it by then. */
  async #readPage(
    cursor: number,
    readers: ReadonlySet<LiveStream>,
    matches: MatchesAfter | undefined,
  ): Promise<void> {
    const { captures, texts } = this.#parts;
    const { scope, party, view } = this.#options;
    const roomBytes = texts.roomBytes(party);
    const source = { captures, scope, view, cursor, roomBytes };
    const { found, end } = await (matches === undefined
      ? readPageAfter(source)
      : readMatchesPage(source, matches));
    const events = await this.#render(found);
    this.#forget(cursor, readers);
    await this.#eachInTurn(readers, 'reading', (stream) => this.#give(stream, events, end));
  }

  /** Calls `give` for all streams that are still in the state when their turn comes. */
  async #eachInTurn(
    streams: ReadonlySet<LiveStream>,
    state: LiveStream['state'],
    give: (stream: LiveStream) => void,
  ): Promise<void> {
    let given = 0;
    for (const stream of [...streams]) {
      if (given > 0 && given % writesInShare === 0) await this.#parts.scheduler.turn(writesInShare);
      if (stream.state !== state) continue;
      given += 1;
      give(stream);
    }
  }

  /** Ends streams: their clients come back with `after`. */
  #fail(streams: Iterable<LiveStream>, error: unknown): void {
    // A search was given up with its last stream.
    if (this.#gone.signal.aborted) return;
    this.#parts.log.warn({ err: error }, 'live: streams end because captures could not be read');
    for (const stream of [...streams]) {
      stream.end();
      this.leave(stream);
    }
  }
}
