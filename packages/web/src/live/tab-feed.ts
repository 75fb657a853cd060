import type { CapturedRequestSummary } from '@hookwell/client';
import type { FeedChange, FeedState, MessageFromTab, MessageToTab } from './feed-messages.ts';
import type { HubConnection, HubKind } from './hub-connection.ts';
import { Listeners } from './listeners.ts';

export interface TabTimes {
  /** Between two signs of life, in milliseconds. */
  pingEvery?: number;
  /** How long the hub may take to answer one. */
  answerWithin?: number;
}

/**
 * A tab's side of the feed: everything that is captured in the account, as it is captured. Nothing is
 * connected before somebody wants something of it.
 */
export class TabFeed {
  readonly #kinds: HubKind[];
  readonly #pingEvery: number;
  readonly #answerWithin: number;
  readonly #arrivals = new Listeners<readonly CapturedRequestSummary[]>();
  readonly #changes = new Listeners<FeedChange>();
  readonly #readies = new Listeners<void>();
  readonly #states = new Listeners<void>();
  readonly #restarts = new Listeners<void>();
  #state: FeedState = { kind: 'connecting' };
  #connection: HubConnection | undefined;
  #kind: HubKind | undefined;
  #isVisible = true;
  #isAway = false;
  #isReady = false;
  #pinging: ReturnType<typeof setInterval> | undefined;
  #answerDue: ReturnType<typeof setTimeout> | undefined;
  /** How many times in a row the hub did not answer. */
  #silences = 0;

  /** @param kinds the hubs to try, best first; the last one must always work */
  constructor(
    kinds: readonly HubKind[],
    { pingEvery = 20_000, answerWithin = 5_000 }: TabTimes = {},
  ) {
    this.#kinds = [...kinds];
    this.#pingEvery = pingEvery;
    this.#answerWithin = answerWithin;
  }

  get state(): FeedState {
    return this.#state;
  }

  /** Hears of each captured request. Returns what ends that, as all of these do. */
  subscribe(listener: (summary: CapturedRequestSummary) => void): () => void {
    return this.onArrivals((summaries) => summaries.forEach(listener));
  }

  /** Hears of captured requests together that come together, in rising order of their ids. */
  onArrivals(listener: (summaries: readonly CapturedRequestSummary[]) => void): () => void {
    this.#start();
    return this.#arrivals.add(listener);
  }

  /** Hears of what other tabs did. */
  onChange(listener: (change: FeedChange) => void): () => void {
    return this.#changes.add(listener);
  }

  onState(listener: () => void): () => void {
    this.#start();
    return this.#states.add(listener);
  }

  /** Hears each time that everything captured from then on will arrive: at the beginning, and after a gap. */
  onReady(listener: () => void): () => void {
    this.#start();
    return this.#readies.add(listener);
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Resolves once everything captured from then on will arrive. */
  ready(): Promise<void> {
    this.#start();
    if (this.#isReady) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.onReady(() => {
        stop();
        resolve();
      });
    });
  }

  /** Begins anew, for another session. */
  restart(): void {
    this.#isReady = false;
    this.#restarts.tell();
    this.#post({ kind: 'restart' });
  }

  /** Hears of every restart: what was delivered before may not be shown any more. */
  onRestart(listener: () => void): () => void {
    return this.#restarts.add(listener);
  }

  /** Tells the other tabs, even while the page goes. */
  tell(change: FeedChange): void {
    this.#start();
    this.#connection?.post({ kind: 'tell', change });
  }

  /** The machine, the network or this tab may have slept. */
  wake(): void {
    this.#post({ kind: 'wake', isVisible: this.#isVisible });
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible && this.#isAway) this.comeBack();
    else this.#post({ kind: 'wake', isVisible });
  }

  /** Whether leaving saves anything. */
  get isShared(): boolean {
    return this.#kind?.isShared ?? true;
  }

  /** The page ends, or sleeps: until it comes back it hears nothing. */
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
    this.#reconnect();
  }

  /** The hub does not answer: once, the browser may have ended it; again, it does not work here. */
  #miss(): void {
    this.#silences += 1;
    if (this.#silences > 1) this.#tryAnother();
    else this.#reconnect();
  }

  #reconnect(): void {
    this.#stopPinging();
    this.#connection?.close();
    this.#isReady = false;
    this.#connect();
  }

  #sayHello(): void {
    this.#stopPinging();
    this.#post({ kind: 'hello', isVisible: this.#isVisible });
    // A worker has to start first.
    this.#expectAnswer(2 * this.#answerWithin);
    this.#pinging = setInterval(() => {
      this.#post({ kind: 'ping', isVisible: this.#isVisible });
      this.#expectAnswer(this.#answerWithin);
    }, this.#pingEvery);
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
    if (message.kind === 'forgotten') {
      this.#isReady = false;
      this.#sayHello();
    } else if (message.kind === 'arrivals') this.#arrivals.tell(message.summaries);
    else if (message.kind === 'change') this.#changes.tell(message.change);
    else if (message.kind === 'ready') {
      this.#isReady = true;
      this.#readies.tell();
    } else {
      this.#state = message.state;
      this.#states.tell();
    }
  }
}
