import type { CapturedRequestSummary } from '@hookwell/client';
import type { LiveCalls } from '@hookwell/client/live';
import { FeedSource } from './feed-source.ts';
import type { FeedState, MessageFromTab, MessageToTab, TabPort } from './hub-connection.ts';

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
