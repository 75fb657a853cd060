/** A stream that answers senders, as other nodes see it. */
export interface SharedListener {
  id: string;
  endpointId: number;
  waitMs: number;
  /** The text of its match. */
  match: string;
}

/** The streams that answer senders, on all nodes. What a node does not renew runs out. */
export interface SharedListeners {
  /** Resolves once other nodes can see it. It may be there already: whoever renews may come before whoever adds. */
  put(node: string, listener: SharedListener): Promise<void>;
  remove(id: string): Promise<void>;
  /** Renews those of a node, gives their ids, and removes those of others that ran out. */
  renew(node: string): Promise<string[]>;
  removeAllOf(node: string): Promise<void>;
  /** Those of other nodes, of some endpoints or of all, without their matches. */
  readOthers(
    node: string,
    endpointIds: readonly number[] | undefined,
  ): Promise<Omit<SharedListener, 'match'>[]>;
  readMatches(ids: readonly string[]): Promise<Pick<SharedListener, 'id' | 'match'>[]>;
}

/**
 * Answers of listeners on their way to the nodes of their senders. Whoever offers one may take it back as long as it was not
 * taken.
 */
export interface OfferedAnswers {
  /** False, and nothing is done, if the sender waits no more. */
  offer(
    captureId: number,
    answer: { status: number; retryAfter: number | undefined },
    document: Uint8Array,
  ): Promise<boolean>;
  /** The document that is offered; undefined if none is. */
  read(captureId: number): Promise<Uint8Array | undefined>;
  /** Takes what is offered. False if that is not, or no longer, the document with this SHA-256 digest. */
  take(captureId: number, digest: Uint8Array): Promise<boolean>;
  /** What became of an offer: `gone` if the sender waits no more. */
  look(captureId: number): Promise<'offered' | 'taken' | 'gone'>;
  /** The sender waits as before. False if it was taken, or the sender waits no more. */
  takeBack(captureId: number): Promise<boolean>;
  /** Whether the time of a wait is over. */
  isOver(captureId: number): Promise<boolean>;
  /** Removes waits that were over for so long, with what was offered to them. */
  removeLeft(leftForMs: number): Promise<void>;
}

/** The other nodes on the same database. */
export interface OtherNodes {
  messages: NodeMessages;
  listeners: SharedListeners;
  offers: OfferedAnswers;
}

/** So many messages are sent at once; the others wait for the next time. */
const mostAtOnce = 500;
/** While so many wait, further ones are not sent. */
const mostWaiting = 10_000;

/** What listens to the other nodes. */
interface NodeListener {
  hear: (message: string) => void;
  /** Called when messages may have been lost. */
  missed: () => void;
}

/**
 * Short messages among all nodes on a database. They are hints: one may be lost, or come from somebody who is no node.
 * A node hears its own as well.
 */
export class NodeMessages {
  readonly #send: (messages: readonly string[]) => Promise<void>;
  readonly #listeners = new Set<NodeListener>();
  #waiting: string[] = [];
  #sending: Promise<void> | undefined;

  /** `send` leads to a call of `heard` on every node. */
  constructor(send: (messages: readonly string[]) => Promise<void>) {
    this.#send = send;
  }

  /** Does not wait: those that are told while others are sent go together. */
  tell(message: string): void {
    if (this.#waiting.length >= mostWaiting) return;
    this.#waiting.push(message);
    this.#sending ??= this.#sendAll();
  }

  /** Returns a function that stops it. */
  listen(listener: NodeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  heard(message: string): void {
    for (const { hear } of this.#listeners) hear(message);
  }

  /** To be called when messages can be heard again after a while in which they could not. */
  missed(): void {
    for (const { missed } of this.#listeners) missed();
  }

  /** Resolves once all is sent that was told. */
  async flush(): Promise<void> {
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    await undefined;
    while (this.#waiting.length > 0) {
      await this.#send(this.#waiting.splice(0, mostAtOnce)).catch(() => undefined);
    }
    this.#sending = undefined;
  }
}
