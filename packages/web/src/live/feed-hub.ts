import type { CapturedRequestSummary } from '@hookwell/client';
import type { LiveCalls } from '@hookwell/client/live';
import type { FeedState, MessageFromTab, MessageToTab, TabPort } from './feed-messages.ts';
import { FeedSource } from './feed-source.ts';
import { HealthProbe, type ProbeTimes } from './health-probe.ts';

export interface HubTimes extends Partial<ProbeTimes> {
  /** Arrivals are gathered for this time into one message. */
  gatherMs?: number;
  /** A tab that is silent for this time is forgotten. Browsers let hidden tabs speak once a minute. */
  forgetAfterMs?: number;
}

interface Tab {
  isVisible: boolean;
  /** Milliseconds since 1970. */
  heardAt: number;
}

/**
 * The one live stream of a browser for all of its tabs. Each tab hears everything that is captured after the
 * message `ready`. The hub runs in a worker as well as in a page.
 */
export class FeedHub {
  readonly #source: FeedSource;
  readonly #probe: HealthProbe;
  readonly #tabs = new Map<TabPort, Tab>();
  readonly #gatherMs: number;
  readonly #forgetAfterMs: number;
  #sourceState: FeedState = { kind: 'connecting' };
  #failedProbe: string | undefined;
  #hasBeenLive = false;
  /** Whether there was no connection for a while. */
  #hasMissed = false;
  #arrivals: CapturedRequestSummary[] = [];
  #gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(
    client: LiveCalls,
    { gatherMs = 40, forgetAfterMs = 180_000, ...times }: HubTimes = {},
  ) {
    this.#gatherMs = gatherMs;
    this.#forgetAfterMs = forgetAfterMs;
    this.#source = new FeedSource(client, {
      onStart: () => this.#toAll({ kind: 'ready' }),
      onArrival: (summary) => this.#add(summary),
      onChanged: () => this.#tellOfChange(),
      onState: (state) => this.#setSourceState(state),
      onRefused: () => this.#toAll({ kind: 'change', change: { kind: 'session' } }),
    });
    this.#probe = new HealthProbe(client, (failure) => this.#setProbeResult(failure), times);
  }

  receive(port: TabPort, message: MessageFromTab): void {
    if (message.kind === 'goodbye') return this.#leave(port);
    if (message.kind === 'hello') return this.#welcome(port, message.isVisible);
    const tab = this.#tabs.get(port);
    if (tab === undefined) return port.postMessage({ kind: 'forgotten' });
    tab.heardAt = Date.now();
    if ('isVisible' in message) this.#setVisible(tab, message.isVisible);
    if (message.kind === 'ping') this.#tell(port);
    else if (message.kind === 'wake') this.#wake();
    else if (message.kind === 'restart') this.#restart();
  }

  #welcome(port: TabPort, isVisible: boolean): void {
    this.#forgetLost();
    // The new tab will read earlier requests from the list, so only the other tabs get the gathered ones.
    this.#flush();
    const tab = { isVisible, heardAt: Date.now() };
    this.#tabs.set(port, tab);
    this.#setVisible(tab, isVisible);
    this.#tell(port);
    if (this.#source.isStarted) port.postMessage({ kind: 'ready' });
    else if (this.#source.isRunning) this.#source.wake();
    else this.#source.start();
  }

  #leave(port: TabPort): void {
    this.#tabs.delete(port);
    this.#followVisibility();
    if (this.#tabs.size === 0) this.#stop();
  }

  /** Closes the stream, since browsers have few connections for each host. */
  #stop(): void {
    this.#source.stop();
    this.#drop();
    this.#failedProbe = undefined;
    this.#hasBeenLive = false;
    this.#sourceState = { kind: 'connecting' };
  }

  #restart(): void {
    this.#drop();
    this.#hasBeenLive = false;
    this.#source.start();
  }

  #wake(): void {
    this.#source.wake();
    this.#probe.wake();
  }

  #setVisible(tab: Tab, isVisible: boolean): void {
    tab.isVisible = isVisible;
    this.#followVisibility();
  }

  #followVisibility(): void {
    if (this.#tabs.values().some(({ isVisible }) => isVisible)) this.#probe.start();
    else this.#probe.stop();
  }

  /** Forgets tabs that ended without a goodbye. A tab that was only asleep is told so when it speaks again. */
  #forgetLost(): void {
    const earliest = Date.now() - this.#forgetAfterMs;
    for (const [port, { heardAt }] of this.#tabs) {
      if (heardAt < earliest) this.#tabs.delete(port);
    }
  }

  #add(summary: CapturedRequestSummary): void {
    this.#arrivals.push(summary);
    this.#gathering ??= setTimeout(() => {
      this.#forgetLost();
      this.#flush();
    }, this.#gatherMs);
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

  #setProbeResult(failure: string | undefined): void {
    const failed = this.#failedProbe !== undefined;
    this.#failedProbe = failure;
    if (failure === undefined && this.#sourceState.kind === 'reconnecting') this.#source.wake();
    else if (failure === undefined && failed) this.#source.reconnect();
    if (failure !== undefined || failed) this.#tellAll();
  }

  get #state(): FeedState {
    const state = this.#sourceState;
    if (this.#failedProbe !== undefined && state.kind !== 'reconnecting') {
      return { kind: 'reconnecting', reason: this.#failedProbe };
    }
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
    for (const port of this.#tabs.keys()) port.postMessage(message);
  }
}
