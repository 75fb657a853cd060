import type { ServerResponse } from 'node:http';
import type { Scope } from '../capture-log/capture-log.ts';
import type { Caller } from '../http/caller.ts';
import type { StreamClient } from './event-rendering.ts';
import type { EventView } from './events.ts';
import { type HeldTexts, smallText } from './held-texts.ts';

export interface StreamOptions {
  scope: Scope;
  view: EventView;
  /** The client has everything up to this id. */
  after: number;
  credential: Caller['credential'];
}

/** How long, in milliseconds, a reader has to take the end of its stream before the connection is cut. */
const endGrace = 2000;

/**
 * One open stream: a response and a cursor. It holds no events; what it has not got yet it reads from
 * the log. Its channel moves it between the states:
 *
 * - `reading`: waits for a page of the log that begins after its cursor;
 * - `taking`: the socket has not taken the last text yet, nothing more is written until it has;
 * - `inLargeEvent`: gets a large capture, piece by piece (`large-event.ts`);
 * - `atTail`: has everything up to its cursor, gets the next captures when they are announced;
 * - `ended`.
 */
export class LiveStream {
  state: 'reading' | 'taking' | 'inLargeEvent' | 'atTail' | 'ended' = 'reading';
  /** Everything of the scope up to this id was written, or is no concern of this stream. */
  cursor: number;
  /** Whether the log is known to hold more after the cursor. */
  behind = true;
  /** Whether an event is written in part: nothing but the rest of it may follow. */
  isWithinEvent = false;
  readonly options: StreamOptions;
  readonly #response: ServerResponse;
  readonly #texts: HeldTexts;
  readonly #onTaken: () => void;
  #given: Uint8Array[] = [];
  #untaken = 0;
  #goOn: (() => void) | undefined;
  #gone: AbortController | undefined;

  /** `onTaken` is called whenever the socket has taken everything. */
  constructor(
    response: ServerResponse,
    options: StreamOptions,
    texts: HeldTexts,
    onTaken: () => void,
  ) {
    this.#response = response;
    this.options = options;
    this.#texts = texts;
    this.#onTaken = onTaken;
    this.cursor = options.after;
  }

  get hasEnded(): boolean {
    return this.state === 'ended';
  }

  /** Whether the socket has taken all that was written. */
  get isTaken(): boolean {
    return this.#untaken === 0;
  }

  /**
   * Writes what has to follow, whether or not the socket has taken what was written before. A small text counts
   * as taken at once where nothing else waits: that it was taken shows when the next one is written.
   */
  write(text: Uint8Array): void {
    if (this.state === 'ended' || this.#response.destroyed) return;
    if (text.length <= smallText && this.#response.writableLength === 0) {
      this.#response.write(text);
      return;
    }
    this.#texts.hold(this.options.scope.accountId, text);
    this.#given.push(text);
    this.#untaken += 1;
    this.#response.write(text, () => {
      this.#untaken -= 1;
      if (this.#untaken > 0) return;
      this.#release();
      this.#goOn?.();
      this.#onTaken();
    });
  }

  /** Resolves when the socket has taken all that was written, or the stream has ended. */
  taken(): Promise<void> {
    if (this.#untaken === 0 || this.state === 'ended') return Promise.resolve();
    return new Promise((resolve) => {
      this.#goOn = () => {
        this.#goOn = undefined;
        resolve();
      };
    });
  }

  /** Who reads it. */
  get client(): StreamClient {
    this.#gone ??= new AbortController();
    if (this.state === 'ended') this.#gone.abort();
    // Between two pieces nothing is held for it that others could wait for: it is never cut off for them.
    return { gone: this.#gone.signal, cut() {} };
  }

  /** Ends the response after what was written, and the connection with it: it served one stream. */
  end(): void {
    if (this.state === 'ended') return;
    this.#stop();
    const { socket } = this.#response;
    this.#response.end(() => socket?.end());
    const cut = setTimeout(() => this.#response.destroy(), endGrace);
    this.#response.once('close', () => clearTimeout(cut));
  }

  /** The connection is closed. */
  closed(): void {
    this.#stop();
    this.#release();
  }

  #stop(): void {
    this.state = 'ended';
    this.#gone?.abort();
    this.#goOn?.();
  }

  #release(): void {
    for (const text of this.#given) this.#texts.release(this.options.scope.accountId, text);
    this.#given = [];
  }
}
