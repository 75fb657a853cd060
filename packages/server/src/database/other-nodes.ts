import type { RawBuilder } from 'kysely';

/** A stream that answers senders, as other nodes see it. */
export interface SharedResponder {
  id: string;
  endpointId: number;
  waitMs: number;
  /** The text of its match. */
  match: string;
}

/** The streams that answer senders, on all nodes. What a node does not put again runs out. */
export interface SharedResponders {
  /** Resolves once other nodes can see them. Removes those of others that ran out. */
  put(node: string, responders: readonly SharedResponder[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Those of other nodes. The match of a known one is null. */
  readOthers(
    node: string,
    known: readonly string[],
  ): Promise<(Omit<SharedResponder, 'match'> & { match: string | null })[]>;
}

/** The other nodes on the same database. */
export interface OtherNodes {
  messages: NodeMessages;
  responders: SharedResponders;
  /** The clock that all nodes share, as SQL: milliseconds since 1970. */
  nowMs: RawBuilder<number>;
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
