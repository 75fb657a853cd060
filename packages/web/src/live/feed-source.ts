import {
  type CapturedRequestSummary,
  type HookwellClient,
  HookwellError,
  type RequestStream,
  type StreamState,
} from '@hookwell/client';
import { errorMessage } from '@hookwell/contract/error-message';
import type { FeedState } from './feed-messages.ts';
import { WakeablePause } from './wakeable-pause.ts';

export interface FeedSourceListener {
  /** The place in the log is known: everything captured from now on will arrive. */
  onStart(): void;
  onArrival(summary: CapturedRequestSummary): void;
  onState(state: FeedState): void;
  /** The service refuses this session, or what it may see. Tried again later. */
  onRefused(): void;
}

/** How long the newest id may take, in milliseconds. */
const answerTimeout = 10_000;
const longestPause = 15_000;
/** With these the service says that this session may not have what was asked for. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404]);

/**
 * One live stream of all that the session may see, from the newest captured request on. Goes on where it
 * was after every loss; begins anew where the service refused it, since it may then be another session.
 */
export class FeedSource {
  readonly #client: HookwellClient;
  readonly #listener: FeedSourceListener;
  readonly #pause = new WakeablePause();
  /** Of the run under way. */
  #run: AbortController | undefined;
  /** Of the connections of the run; aborted to open another one. */
  #connection: AbortController | undefined;
  #stream: RequestStream<CapturedRequestSummary> | undefined;
  #lastId: number | undefined;
  #failures = 0;

  constructor(client: HookwellClient, listener: FeedSourceListener) {
    this.#client = client;
    this.#listener = listener;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Whether `onStart` was called, and everything since then arrives. */
  get isStarted(): boolean {
    return this.#lastId !== undefined;
  }

  /** Begins at what is the newest captured request now. */
  start(): void {
    this.stop();
    const run = new AbortController();
    this.#run = run;
    this.#failures = 0;
    this.#listener.onState({ kind: 'connecting' });
    void this.#keepUp(run.signal);
  }

  stop(): void {
    this.#run?.abort();
    this.#connection?.abort();
    this.#run = undefined;
    this.#connection = undefined;
    this.#stream = undefined;
    this.#lastId = undefined;
  }

  /** Tries at once, and lets go of a connection that is overdue. */
  wake(): void {
    this.#pause.wake();
    this.#stream?.wake();
  }

  /** Opens another connection: nobody can say whether the one that is there still lives. */
  reconnect(): void {
    this.#pause.wake();
    this.#connection?.abort();
  }

  async #keepUp(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      const connection = new AbortController();
      this.#connection = connection;
      try {
        await this.#deliver(connection.signal, ended);
      } catch (error) {
        if (ended.aborted) return;
        if (!connection.signal.aborted) await this.#fail(error, ended);
      }
    }
  }

  async #deliver(signal: AbortSignal, ended: AbortSignal): Promise<void> {
    this.#lastId ??= await this.#begin(signal);
    const stream = this.#client.stream({
      view: 'summary',
      after: this.#lastId,
      signal,
      onState: (state) => this.#listener.onState(this.#stateOf(state)),
    });
    this.#stream = stream;
    for await (const summary of stream) {
      if (ended.aborted) return;
      this.#lastId = summary.id;
      this.#listener.onArrival(summary);
    }
  }

  async #begin(signal: AbortSignal): Promise<number> {
    const options = {
      view: 'summary',
      limit: 1,
      signal,
      timeout: answerTimeout,
      retries: 0,
    } as const;
    const { items } = await this.#client.requests.page(options);
    signal.throwIfAborted();
    const newest = items[0]?.id ?? 0;
    this.#lastId = newest;
    this.#listener.onStart();
    return newest;
  }

  async #fail(error: unknown, ended: AbortSignal): Promise<void> {
    this.#stream = undefined;
    const isRefused = error instanceof HookwellError && refusals.has(error.status);
    const wasStarted = this.#lastId !== undefined;
    if (isRefused) this.#lastId = undefined;
    const asked = error instanceof HookwellError ? (error.retryAfter ?? 0) * 1000 : 0;
    const pause = Math.max(asked, Math.min(longestPause, 500 * 2 ** this.#failures));
    this.#failures += 1;
    this.#listener.onState(reconnecting(error, pause));
    if (isRefused && wasStarted) this.#listener.onRefused();
    await this.#pause.wait(pause, ended, asked);
  }

  #stateOf(state: StreamState): FeedState {
    if (state.state === 'live') {
      this.#failures = 0;
      return { kind: 'live' };
    }
    if (state.state === 'connecting') return { kind: 'connecting' };
    return reconnecting(state.reason, state.retryInMs);
  }
}

function reconnecting(error: unknown, pause: number): FeedState {
  return {
    kind: 'reconnecting',
    retryAt: Date.now() + pause,
    reason: errorMessage(error),
    ...(error instanceof HookwellError && error.status === 429 ? { isOneTooMany: true } : {}),
  };
}
