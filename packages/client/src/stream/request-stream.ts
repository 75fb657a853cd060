import type { View } from '../calls/requests.ts';
import type { Caller } from '../http/caller.ts';
import { HookwellError } from '../http/error.ts';
import { backoff, Limit, WakeablePause } from '../http/patience.ts';
import { eventIn, eventsIn } from './stream-events.ts';

/**
 * The state of a live stream:
 * - `connecting`: it asks the service;
 * - `live`: captured requests arrive;
 * - `reconnecting`: the connection was lost, or there was none, for the given reason; the next attempt comes
 *   after `retryInMs`, or at `wake()`.
 */
export type StreamState =
  | { state: 'connecting' }
  | { state: 'live' }
  | { state: 'reconnecting'; reason: HookwellError; retryInMs: number };

export interface StreamOptions {
  /** Only this endpoint's captured requests, by its token; else the whole account's. */
  endpoint?: string | undefined;
  /** Only captured requests with a higher id; else all that are stored come first. */
  after?: number | undefined;
  /** `summary` leaves the bodies out and says how large they are. */
  view?: View;
  /** Only captured requests that match, in the match language: `method:POST json.type=invoice.paid`. */
  match?: string | undefined;
  /**
   * While the stream is open, the endpoint's senders wait so long for the answers of its listener, up to 25s: `10s`. Only with
   * `endpoint`.
   */
  answers?: string | undefined;
  /**
   * Hears that something else of the account was changed: endpoints, settings, keys or the plan, or requests were
   * deleted. At most once in a second; of changes while there is no connection it does not hear.
   */
  onChanged?: (() => void) | undefined;
  /** Ends the stream, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Hears of every change, before anything else happens. */
  onState?: ((state: StreamState) => void) | undefined;
  /** The longest time that a connection may take to open, in milliseconds; else the client's timeout. */
  timeout?: number | undefined;
  /**
   * The silence, in milliseconds, after which a connection counts as dead: 45,000. The service sends something
   * every 30 seconds.
   */
  heartbeatTimeout?: number | undefined;
}

/** Statuses after which another attempt would end the same way. */
const finalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404]);

/** A connection that was open for this long has lived: the next one is opened at once. */
const livedAfterMs = 1000;

/**
 * The live stream: an endless iterable of captured requests, each id once, in rising order, none missed except
 * requests that were deleted meanwhile. A lost connection is opened again: at once after one that has lived,
 * then after pauses that grow to some 10 seconds, or that the service asks for. Nothing is read while the
 * consumer is busy, so a slow one costs no memory.
 *
 * Leaving the loop closes the connection; a second loop goes on at the place where the first one stopped.
 *
 * The loop throws a HookwellError 400, 401, 403 or 404 if the service refuses the stream.
 */
export class RequestStream<Item extends { id: number }> implements AsyncIterable<Item> {
  readonly #caller: Caller;
  readonly #options: StreamOptions;
  #lastId: number;
  #isRead = false;
  /** The connection under way. */
  #connection: Limit | undefined;
  /** The time at which the connection opened, by `performance.now()`. */
  #liveSince: number | undefined;
  readonly #pause = new WakeablePause();

  constructor(caller: Caller, options: StreamOptions) {
    this.#caller = caller;
    this.#options = options;
    this.#lastId = options.after ?? 0;
  }

  /** The id of the last captured request that was handed out; before that, `after` or 0. */
  get lastId(): number {
    return this.#lastId;
  }

  /**
   * Tries at once, for a network or page that is back: ends a pause, unless the service asked for it, and gives
   * up a connection whose heartbeat is overdue by the clock.
   */
  wake(): void {
    this.#pause.wake();
    this.#connection?.check();
  }

  /** @throws {TypeError} if another loop reads the stream */
  [Symbol.asyncIterator](): AsyncIterator<Item, undefined> {
    if (this.#isRead) throw new TypeError('The stream is being read already');
    this.#isRead = true;
    const ended = new Limit(this.#options.signal);
    const requests = this.#requests(ended.signal);
    let isLeft = false;
    const done = { done: true, value: undefined } as const;
    const end = () => {
      ended.end();
      this.#isRead = false;
    };
    return {
      next: async () => {
        try {
          const result = await requests.next();
          return result.done ? done : result;
        } catch (error) {
          if (isLeft) return done;
          end();
          throw error;
        }
      },
      // A generator would wait for the next captured request before it let itself be left.
      return: async () => {
        isLeft = true;
        ended.abort();
        await requests.return(undefined);
        end();
        return done;
      },
    };
  }

  /** One connection after the other. */
  async *#requests(ended: AbortSignal): AsyncGenerator<Item, undefined> {
    for (let failures = 0; ; ) {
      const lastId = this.#lastId;
      const reason = yield* this.#connect(ended);
      const hasLived = this.#lastId > lastId || this.#wasOpenLong();
      const milliseconds = hasLived ? 0 : backoff(failures);
      failures = hasLived ? 0 : failures + 1;
      await this.#wait(milliseconds, reason, ended);
    }
  }

  /** One connection; gives the reason of its end. */
  async *#connect(ended: AbortSignal): AsyncGenerator<Item, HookwellError> {
    ended.throwIfAborted();
    this.#liveSince = undefined;
    const connection = new Limit(ended);
    this.#connection = connection;
    this.#report({ state: 'connecting' });
    try {
      for await (const text of this.#events(connection)) {
        const event = eventIn<Item>(text);
        if (event.SSEChange !== undefined) this.#options.onChanged?.();
        const request = event.SSEWebhookRequest;
        if (request === undefined || request.id <= this.#lastId) continue;
        this.#lastId = request.id;
        yield request;
        ended.throwIfAborted();
      }
      return new HookwellError('The connection was closed', { status: 0 });
    } catch (error) {
      ended.throwIfAborted();
      if (!(error instanceof HookwellError) || finalStatuses.has(error.status)) throw error;
      return error;
    } finally {
      this.#connection = undefined;
      connection.end();
    }
  }

  async *#events(connection: Limit): AsyncGenerator<string, void> {
    const { endpoint, view, match, answers, timeout, heartbeatTimeout = 45_000 } = this.#options;
    const changes = this.#options.onChanged === undefined ? undefined : 'true';
    const after = this.#lastId === 0 ? undefined : this.#lastId;
    const input = { path: {}, query: { endpoint, after, view, match, answers, changes } } as const;
    const answer = await this.#caller.open('liveStream', input, connection, timeout);
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
      throw new HookwellError('The answer is no event stream', { status: answer.status });
    }
    this.#liveSince = performance.now();
    this.#report({ state: 'live' });
    yield* eventsIn(answer.pieces(heartbeatTimeout));
  }

  #wasOpenLong(): boolean {
    return this.#liveSince !== undefined && performance.now() - this.#liveSince >= livedAfterMs;
  }

  async #wait(milliseconds: number, reason: HookwellError, ended: AbortSignal): Promise<void> {
    const asked = (reason.retryAfter ?? 0) * 1000;
    const retryInMs = Math.max(milliseconds, asked);
    const pause = this.#pause.wait(retryInMs, ended, asked);
    this.#report({ state: 'reconnecting', reason, retryInMs });
    await pause;
  }

  #report(state: StreamState): void {
    this.#options.onState?.(state);
  }
}
