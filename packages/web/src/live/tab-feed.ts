import type { CapturedRequestSummary } from '@hookwell/client';
import type {
  FeedChange,
  FeedState,
  HubConnection,
  HubKind,
  MessageFromTab,
  MessageToTab,
} from './hub-connection.ts';
import { Subscribers } from './listeners.ts';

export interface TabTimes {
  /** The pause between two signs of life. */
  pingEveryMs?: number;
  /** The time that the hub has to answer one. */
  answerWithinMs?: number;
}

/**
 * A tab's side of the feed: it tells of everything that is captured in the account. It connects when the first
 * listener comes.
 */
export class TabFeed {
  readonly #kinds: HubKind[];
  readonly #pingEveryMs: number;
  readonly #answerWithinMs: number;
  readonly #arrivals = new Subscribers<readonly CapturedRequestSummary[]>();
  readonly #changes = new Subscribers<FeedChange>();
  readonly #readies = new Subscribers<void>();
  readonly #states = new Subscribers<void>();
  readonly #restarts = new Subscribers<void>();
  #state: FeedState = { kind: 'connecting' };
  #connection: HubConnection | undefined;
  #kind: HubKind | undefined;
  #isAway = false;
  #isReady = false;
  #wasReady = false;
  #pinging: ReturnType<typeof setInterval> | undefined;
  #answerDue: ReturnType<typeof setTimeout> | undefined;
  /** The number of pings in a row that the hub did not answer. */
  #silences = 0;

  /** @param kinds the hubs to try, the best first. The last one must always work. */
  constructor(
    kinds: readonly HubKind[],
    { pingEveryMs = 20_000, answerWithinMs = 5_000 }: TabTimes = {},
  ) {
    this.#kinds = [...kinds];
    this.#pingEveryMs = pingEveryMs;
    this.#answerWithinMs = answerWithinMs;
  }

  get state(): FeedState {
    return this.#state;
  }

  /**
   * Hears of all captured requests that come together. Their ids rise.
   * @returns a function that stops it, as of all methods below that take a listener
   */
  onArrivals(listener: (summaries: readonly CapturedRequestSummary[]) => void): () => void {
    this.#start();
    return this.#arrivals.add(listener);
  }

  /** Hears of changes of the account, and that the service refuses the session. */
  onChange(listener: (change: FeedChange) => void): () => void {
    return this.#changes.add(listener);
  }

  onState(listener: () => void): () => void {
    this.#start();
    return this.#states.add(listener);
  }

  /** Hears that everything captured from then on will arrive: at the beginning, and after every gap. */
  onReady(listener: () => void): () => void {
    this.#start();
    return this.#readies.add(listener);
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Begins anew, for another session. */
  restart(): void {
    this.#isReady = false;
    this.#restarts.tell();
    this.#post({ kind: 'restart' });
  }

  /** Hears of every restart. Requests delivered before it may not be shown any more. */
  onRestart(listener: () => void): () => void {
    return this.#restarts.add(listener);
  }

  /** The machine, the network or this tab may have slept. */
  wake(): void {
    this.#post({ kind: 'wake' });
  }

  /** The network is another one. */
  reconnect(): void {
    this.#post({ kind: 'reconnect' });
  }

  /** Whether other tabs use the connection too, so that leaving would save nothing. */
  get isShared(): boolean {
    return this.#kind?.isShared ?? true;
  }

  /** Hears nothing until `comeBack`. To be called when the page ends or sleeps. */
  leave(): void {
    if (this.#connection === undefined || this.#isAway) return;
    this.#post({ kind: 'goodbye' });
    this.#isAway = true;
    this.#isReady = false;
    this.#stopPinging();
  }

  comeBack(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#sayHello();
  }

  #start(): void {
    if (this.#connection === undefined && this.#kinds.length > 0) this.#connect();
  }

  #connect(): void {
    this.#connection = undefined;
    for (const kind of this.#kinds) {
      const connection = kind.connect(
        (message) => this.#connection === connection && this.#receive(message),
        () => this.#connection === connection && this.#tryAnother(),
      );
      if (connection === undefined) continue;
      this.#connection = connection;
      this.#kind = kind;
      if (!this.#isAway) this.#sayHello();
      return;
    }
  }

  /** This kind of hub cannot start here. */
  #tryAnother(): void {
    if (this.#kinds.length > 1) this.#kinds.shift();
    this.#connectAnew();
  }

  /** Reconnects to a hub that does not answer, since the browser may have ended it. The second time, tries another one. */
  #miss(): void {
    this.#silences += 1;
    if (this.#silences > 1) this.#tryAnother();
    else this.#connectAnew();
  }

  #connectAnew(): void {
    this.#stopPinging();
    this.#connection?.close();
    this.#isReady = false;
    this.#connect();
  }

  #sayHello(): void {
    this.#stopPinging();
    this.#post({ kind: 'hello' });
    // A worker needs time to start.
    this.#expectAnswer(2 * this.#answerWithinMs);
    this.#pinging = setInterval(() => {
      this.#post({ kind: 'ping' });
      this.#expectAnswer(this.#answerWithinMs);
    }, this.#pingEveryMs);
  }

  #expectAnswer(milliseconds: number): void {
    clearTimeout(this.#answerDue);
    this.#answerDue = setTimeout(() => this.#miss(), milliseconds);
  }

  #stopPinging(): void {
    clearInterval(this.#pinging);
    clearTimeout(this.#answerDue);
  }

  #post(message: MessageFromTab): void {
    if (!this.#isAway) this.#connection?.post(message);
  }

  #receive(message: MessageToTab): void {
    clearTimeout(this.#answerDue);
    this.#silences = 0;
    if (message.kind === 'arrivals') this.#arrivals.tell(message.summaries);
    else if (message.kind === 'change') this.#changes.tell(message.change);
    else if (message.kind === 'ready') {
      this.#isReady = true;
      this.#readies.tell();
      // The first time everything is read anyway; changes in a gap were not heard.
      if (this.#wasReady) this.#changes.tell({ kind: 'account' });
      this.#wasReady = true;
    } else {
      this.#state = message.state;
      this.#states.tell();
    }
  }
}
