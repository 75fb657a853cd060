import type { NodeMessages } from './node-messages.ts';

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
