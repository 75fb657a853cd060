import type { Seen } from '../history/operation.ts';
import type { ServiceNode } from '../world/node.ts';
import { type OpenedStream, openEventStream } from './event-stream.ts';
import type { Account, CallOutcome, Endpoint, Known } from './known.ts';
import { type ShownCapture, seenOf } from './seen.ts';

/** What a stream is to show, and who reads it. */
export interface AskedStream {
  client: number;
  node: ServiceNode;
  account: Account;
  /** Without it: the whole account. */
  endpoint?: Endpoint | undefined;
  /** It begins behind this id. */
  after?: number | undefined;
  /** Senders wait for answers as long as it is open. */
  answers?: string;
  onCapture?: (shown: ShownCapture) => void;
}

/** A stream that was asked for; whoever asked ends it and has it written down. */
export class ReadStream {
  readonly #known: Known;
  readonly #asked: AskedStream;
  readonly #began: number;
  readonly #events: { at: number; seen: Seen }[] = [];
  #opened: OpenedStream | undefined;
  #isOpen = false;
  #outcome: CallOutcome = 'unknown';

  private constructor(known: Known, asked: AskedStream) {
    this.#known = known;
    this.#asked = asked;
    this.#began = known.history.now();
  }

  /** Opens a stream. It ends by itself, and is open no more, if it could not be opened. */
  static async open(known: Known, asked: AskedStream): Promise<ReadStream> {
    const stream = new ReadStream(known, asked);
    await stream.#open();
    return stream;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The id of the last capture that it showed, else that behind which it began. */
  get lastId(): number | undefined {
    return this.#events.at(-1)?.seen.id ?? this.#asked.after;
  }

  /** By the history's clock: when it showed its last capture, or was asked for. */
  get lastAt(): number {
    return this.#events.at(-1)?.at ?? this.#began;
  }

  /** Resolves once it is open no more. */
  get closed(): Promise<void> {
    return this.#opened?.closed ?? Promise.resolve();
  }

  get outcome(): CallOutcome {
    return this.#outcome;
  }

  /**
   * Ends it, and writes it down if a node heard of it.
   * @param isSettled it was read to its end, and nothing was sent any more
   */
  async end(isSettled = false): Promise<void> {
    this.#opened?.[Symbol.dispose]();
    await this.closed;
    const { client, node, account, endpoint, after } = this.#asked;
    const outcome = this.#outcome;
    if (outcome === 'nothing') return;
    this.#known.history.add({
      kind: 'stream',
      ...{ client, node: node.number, began: this.#began, ended: this.#known.history.now() },
      account: account.number,
      ...(endpoint === undefined ? {} : { endpoint: endpoint.number }),
      ...(after === undefined ? {} : { after }),
      outcome,
      events: this.#events,
      ...(isSettled ? { isSettled } : {}),
    });
  }

  async #open(): Promise<void> {
    const { node, account, endpoint, after, answers, onCapture } = this.#asked;
    const query = new URLSearchParams({
      ...(endpoint === undefined ? {} : { endpoint: endpoint.token }),
      ...(after === undefined ? {} : { after: String(after) }),
      ...(answers === undefined ? {} : { answers }),
    });
    const { history, numberOf } = this.#known;
    const opened = await openEventStream(
      `${node.url}/api/sse?${query}`,
      { cookie: account.cookie },
      {
        onCapture: (shown) => {
          const seen = seenOf(shown, numberOf);
          this.#events.push({ at: history.now(), seen });
          onCapture?.(shown);
        },
        onStrange: (text) => this.#known.surprise(`a stream sent ${text}`),
      },
    );
    if (typeof opened === 'object') {
      this.#opened = opened;
      this.#isOpen = true;
      void opened.closed.then(() => {
        this.#isOpen = false;
      });
      this.#outcome = 'done';
    } else if (opened === 'unreached') {
      this.#outcome = 'nothing';
    } else if (opened !== 'unknown') {
      this.#outcome = this.#known.outcomeOfStatus(
        opened,
        'a stream',
        this.#known.refusalsAbout(endpoint),
      );
    }
  }
}
