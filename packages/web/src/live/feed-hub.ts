import {
  type CapturedRequestSummary,
  HookwellError,
  type RequestStream,
  type StreamState,
} from '@hookwell/client';
import type { LiveCalls } from '@hookwell/client/live';
import { WakeablePause } from '@hookwell/client/patience';
import { errorMessage } from '@hookwell/core/api/error-message';
import type { FeedState, MessageFromTab, MessageToTab, TabPort } from './hub-connection.ts';
import { pauseAfter } from './pause-after.ts';

export interface HubTimes {
  /** Arrivals are gathered for this time into one message. */
  gatherMs?: number;
}

/**
 * The one live stream of a browser for all of its tabs. Each tab hears everything that is captured after the
 * message `ready`. The hub runs in a worker as well as in a page.
 */
export class FeedHub {
  readonly #source: FeedSource;
  readonly #tabs = new Set<TabPort>();
  readonly #gatherMs: number;
  #sourceState: FeedState = { kind: 'connecting' };
  #hasBeenLive = false;
  /** Whether there was no connection for a while. */
  #hasMissed = false;
  #arrivals: CapturedRequestSummary[] = [];
  #gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(client: LiveCalls, { gatherMs = 40 }: HubTimes = {}) {
    this.#gatherMs = gatherMs;
    this.#source = new FeedSource(client, {
      onStart: () => this.#toAll({ kind: 'ready' }),
      onArrival: (summary) => this.#add(summary),
      onChanged: () => this.#tellOfChange(),
      onState: (state) => this.#setSourceState(state),
      onRefused: () => this.#toAll({ kind: 'change', change: { kind: 'session' } }),
    });
  }

  receive(port: TabPort, { kind }: MessageFromTab): void {
    if (kind === 'hello') this.#welcome(port);
    else if (kind === 'goodbye') this.#leave(port);
    else if (kind === 'ping') this.#tell(port);
    else if (kind === 'wake') this.#source.wake();
    else if (kind === 'reconnect') this.#source.reconnect();
    else this.#restart();
  }

  #welcome(port: TabPort): void {
    // The new tab will read earlier requests from the list, so only the other tabs get the gathered ones.
    this.#flush();
    this.#tabs.add(port);
    this.#tell(port);
    if (this.#source.isStarted) port.postMessage({ kind: 'ready' });
    else if (this.#source.isRunning) this.#source.wake();
    else this.#source.start();
  }

  #leave(port: TabPort): void {
    this.#tabs.delete(port);
    if (this.#tabs.size === 0) this.#stop();
  }

  /** Closes the stream, since browsers have few connections for each host. */
  #stop(): void {
    this.#source.stop();
    this.#drop();
    this.#hasBeenLive = false;
    this.#sourceState = { kind: 'connecting' };
  }

  #restart(): void {
    this.#drop();
    this.#hasBeenLive = false;
    this.#source.start();
  }

  #add(summary: CapturedRequestSummary): void {
    this.#arrivals.push(summary);
    this.#gathering ??= setTimeout(() => this.#flush(), this.#gatherMs);
  }

  #flush(): void {
    const summaries = this.#arrivals;
    this.#drop();
    if (summaries.length > 0) this.#toAll({ kind: 'arrivals', summaries });
  }

  #drop(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#arrivals = [];
  }

  #setSourceState(state: FeedState): void {
    // Of changes while there was no connection nothing is told.
    if (state.kind === 'live' && this.#hasMissed) {
      this.#hasMissed = false;
      this.#tellOfChange();
    }
    if (state.kind === 'reconnecting') this.#hasMissed = true;
    if (state.kind === 'live') this.#hasBeenLive = true;
    this.#sourceState = state;
    this.#tellAll();
  }

  #tellOfChange(): void {
    this.#toAll({ kind: 'change', change: { kind: 'account' } });
  }

  get #state(): FeedState {
    const state = this.#sourceState;
    // After a loss, every attempt to connect is shown as one to reconnect.
    if (state.kind === 'connecting' && this.#hasBeenLive) return { kind: 'reconnecting' };
    return state;
  }

  #tell(port: TabPort): void {
    port.postMessage({ kind: 'state', state: this.#state });
  }

  #tellAll(): void {
    this.#toAll({ kind: 'state', state: this.#state });
  }

  #toAll(message: MessageToTab): void {
    for (const port of this.#tabs) port.postMessage(message);
  }
}

interface FeedSourceListener {
  /** Everything captured from now on will arrive, since the place in the log is known. */
  onStart(): void;
  onArrival(summary: CapturedRequestSummary): void;
  /** Something about the account was changed that is no capture. */
  onChanged(): void;
  onState(state: FeedState): void;
  /** The service refuses this session. The source tries again later. */
  onRefused(): void;
}

/** Time for the answer that tells the newest id. */
const answerTimeoutMs = 10_000;
/** The statuses that refuse a stream to this session. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404]);

/**
 * One live stream of everything that the session may see, from the newest captured request on. After a lost connection
 * it goes on at the same place. After a refusal it begins anew, since the session may be another one then.
 */
class FeedSource {
  readonly #client: LiveCalls;
  readonly #listener: FeedSourceListener;
  readonly #pause = new WakeablePause();
  /** Ends the present run. */
  #run: AbortController | undefined;
  /** Ends the present connection of the run, so that another one is opened. */
  #connection: AbortController | undefined;
  #stream: RequestStream<CapturedRequestSummary> | undefined;
  #lastId: number | undefined;
  #failures = 0;

  constructor(client: LiveCalls, listener: FeedSourceListener) {
    this.#client = client;
    this.#listener = listener;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Whether `onStart` was called and everything since then arrives. */
  get isStarted(): boolean {
    return this.#lastId !== undefined;
  }

  /** Begins at the present newest captured request. */
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

  /** Tries at once, and ends a connection that is overdue. */
  wake(): void {
    this.#pause.wake();
    this.#stream?.wake();
  }

  /** Opens another connection, since the present one may be dead. */
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
      onChanged: () => this.#listener.onChanged(),
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
      timeout: answerTimeoutMs,
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
    const { pauseMs, askedMs } = pauseAfter(error, this.#failures++);
    this.#listener.onState(reconnecting(error, pauseMs));
    if (isRefused && wasStarted) this.#listener.onRefused();
    await this.#pause.wait(pauseMs, ended, askedMs);
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

function reconnecting(error: unknown, pauseMs: number): FeedState {
  return {
    kind: 'reconnecting',
    retryAt: Date.now() + pauseMs,
    reason: errorMessage(error),
    ...(error instanceof HookwellError && error.status === 429 ? { isOneTooMany: true } : {}),
  };
}
