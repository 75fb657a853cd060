import type { ServerResponse } from 'node:http';
import type { Scope } from '../database/capture-log.ts';
import type { Caller } from '../http/caller.ts';
import type { EventView } from './events.ts';

export interface StreamOptions {
  scope: Scope;
  view: EventView;
  /** The client has everything up to this id. */
  after: number;
  credential: Caller['credential'];
}

/**
 * One open stream: a response and a cursor. It holds no events; what it has not got yet it reads from
 * the log. Its channel moves it between the states:
 *
 * - `reading`: waits for a page of the log that begins after its cursor;
 * - `backedUp`: the socket has not taken the last text yet, nothing more is written until it has;
 * - `atTail`: has everything up to its cursor, gets the next captures when they are announced;
 * - `ended`.
 */
export class LiveStream {
  state: 'reading' | 'backedUp' | 'atTail' | 'ended' = 'reading';
  /** Everything of the scope up to this id was written, or is no concern of this stream. */
  cursor: number;
  /** Whether the log is known to hold more after the cursor. */
  behind = true;
  readonly options: StreamOptions;
  readonly #response: ServerResponse;

  constructor(response: ServerResponse, options: StreamOptions) {
    this.#response = response;
    this.options = options;
    this.cursor = options.after;
  }

  /** Whether the socket takes more; if not, `drain` will be emitted on the response. */
  write(text: Uint8Array): boolean {
    if (this.state === 'ended' || this.#response.destroyed) return true;
    return this.#response.write(text);
  }

  /** Ends the response after what was written, and the connection with it: it served one stream. */
  end(): void {
    if (this.state === 'ended') return;
    this.state = 'ended';
    const { socket } = this.#response;
    this.#response.end(() => socket?.end());
  }
}
