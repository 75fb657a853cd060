import type { Role } from '@hookwell/core/api';
import type { Match } from '@hookwell/core/match';
import type { Scope } from '../capture-log/capture-log.ts';
import type { Client } from '../fairness/budget.ts';
import type { Caller } from '../http/caller.ts';
import type { EventView } from './events.ts';
import { type HeldTexts, type StreamOutput, smallTextBytes } from './stream-output.ts';

/** A match, and its text as the client sent it. */
export interface StreamMatch {
  text: string;
  match: Match;
}

/** What a member of a team needs for its stream. */
export interface TeamRole {
  teamId: number;
  accountId: number;
  least: Role;
}

export interface StreamOptions {
  scope: Scope;
  /** For whom the stream counts (`fairness/parties.ts`) as long as it is open. */
  party: number;
  /** Only captures that match; else all of the scope. */
  filter?: StreamMatch | undefined;
  view: EventView;
  /** The client has everything up to this id. */
  after: number;
  credential: Caller['credential'];
  /** For a team the stream goes on as long as this account has this role in it. */
  membership?: TeamRole | undefined;
  /** Whether it is told of changes that are no captures (`change-hints.ts`). */
  hearsChanges?: boolean;
}

/** A reader has so long to take the end of its stream before the connection is cut. */
const endGraceMs = 2000;

/**
 * One open stream: an answer without an end, and a cursor. It holds no events: it reads those that it has not got yet from the log.
 * Its channel moves it between the states:
 *
 * - `reading`: waits for a page of the log that begins after its cursor;
 * - `taking`: the socket has not taken the last text yet, nothing more is written until it has;
 * - `inLargeEvent`: gets a large capture, slice by slice;
 * - `atTail`: has everything up to its cursor, gets the next captures when they are announced;
 * - `ended`.
 */
export class LiveStream {
  state: 'reading' | 'taking' | 'inLargeEvent' | 'atTail' | 'ended' = 'reading';
  /** All captures of the scope up to this id were written, or the client had them before. */
  cursor: number;
  /** Whether the log is known to hold more after the cursor. */
  behind = true;
  /** Whether an event is written in part: nothing but the rest of it may follow. */
  isWithinEvent = false;
  readonly options: StreamOptions;
  readonly output: StreamOutput;
  readonly #texts: HeldTexts;
  readonly #onTaken: (stream: LiveStream) => void;
  #given: Uint8Array[] = [];
  #untaken = 0;
  #goOn: (() => void) | undefined;
  #gone: AbortController | undefined;

  /** `onTaken` is called whenever the socket has taken everything. */
  constructor(
    output: StreamOutput,
    options: StreamOptions,
    texts: HeldTexts,
    onTaken: (stream: LiveStream) => void,
  ) {
    this.output = output;
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
   * Writes the next text, whether or not the socket has taken the one before. A small text counts as taken at once
   * if nothing else waits: the next write shows whether it was.
   */
  write(text: Uint8Array): void {
    if (this.state === 'ended' || this.output.destroyed) return;
    if (text.length <= smallTextBytes && this.output.writableLength === 0) {
      this.output.write(text);
      return;
    }
    this.#texts.hold(this.options.party, text);
    this.#given.push(text);
    this.#untaken += 1;
    this.output.write(text, () => {
      this.#untaken -= 1;
      if (this.#untaken > 0) return;
      this.#release();
      this.#goOn?.();
      this.#onTaken(this);
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

  /** The reader of the stream, for reads on its behalf. */
  get client(): Client {
    this.#gone ??= new AbortController();
    if (this.state === 'ended') this.#gone.abort();
    // A stream holds no budget that others wait for, so it is never cut off for others that wait.
    return { gone: this.#gone.signal, cut() {} };
  }

  /** Ends the response behind the texts that were written, and the connection with it: it served one stream. */
  end(): void {
    if (this.state === 'ended') return;
    this.#stop();
    const { socket } = this.output;
    this.output.end(() => socket?.end());
    const cut = setTimeout(() => this.output.destroy(), endGraceMs);
    this.output.on('close', () => clearTimeout(cut));
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
    for (const text of this.#given) this.#texts.release(text);
    this.#given = [];
  }
}
