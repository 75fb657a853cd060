import type { Piece, PieceView } from './capture-document.ts';
import type { Client, Hold, ReadBudget } from './read-budget.ts';

/** A capture, or its body alone, as it is kept in memory while it is read: any piece of it can be had. */
export interface Document {
  /** What it holds, in bytes. */
  bytes: number;
  piece(view: PieceView, position: number): Promise<Piece>;
  close(): void;
}

/** How a document is read that is not in memory. */
export interface DocumentSource {
  /** The same for all readers of the same. */
  key: string;
  accountId: number;
  /** What it takes at most until it is read. */
  mostBytes: number;
  /** Undefined where the capture was deleted. The signal: nobody waits for it any more. */
  read(signal: AbortSignal): Promise<Document | undefined>;
}

/** How long, in milliseconds, a document stays for those who read on, while others wait for the room. */
const QUANTUM = 1_000;

/**
 * The documents in memory. Those who read the same share one. Each has a share of a budget, from before it is read
 * until nobody reads it any more, or others need the room: then it goes, and is read anew for the next piece
 * that somebody asks for.
 */
export class Documents {
  readonly #budget: ReadBudget;
  readonly #open = new Map<string, OpenDocument>();

  /** The budget cuts what nobody asked for a piece of for a while. */
  constructor(budget: ReadBudget) {
    this.#budget = budget;
  }

  /** The document, of which the reader is one until it leaves. */
  enter(source: DocumentSource, reader: object): OpenDocument {
    let document = this.#open.get(source.key);
    if (document === undefined) {
      const opened = new OpenDocument(source, this.#budget, () => {
        if (this.#open.get(source.key) === opened) this.#open.delete(source.key);
      });
      document = opened;
      this.#open.set(source.key, document);
    }
    document.readers.add(reader);
    return document;
  }
}

/** One document in memory, or on its way there. */
export class OpenDocument {
  readonly readers = new Set<object>();
  /** Settles when there is room for it. */
  readonly admitted: Promise<void>;
  /** The document; undefined where the capture was deleted. */
  readonly read: Promise<Document | undefined>;
  readonly #closing = new AbortController();
  readonly #onClosed: () => void;
  #hold: Hold | undefined;
  #document: Document | undefined;
  #isReading = false;
  #asked = 0;
  /** When the first piece was given, and whether others have waited for the room since long after that. */
  #givenSince: number | undefined;
  #isOverdue = false;

  constructor(source: DocumentSource, budget: ReadBudget, onClosed: () => void) {
    this.#onClosed = onClosed;
    const client: Client = { gone: this.#closing.signal, cut: () => this.#makeRoom() };
    const held = budget.acquire(source.accountId, source.mostBytes, client);
    this.admitted = held.then(() => {});
    this.read = held.then((hold) => this.#read(source, hold));
    // Their readers hear of it; where all have gone, nobody has to.
    this.admitted.catch(() => {});
    this.read.catch(() => {});
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #read(source: DocumentSource, hold: Hold): Promise<Document | undefined> {
    this.#hold = hold;
    this.#isReading = true;
    try {
      const document = this.isClosed ? undefined : await source.read(this.#closing.signal);
      if (this.isClosed) document?.close();
      else if (document !== undefined) hold.resize(document.bytes);
      this.#document = document;
      return document;
    } finally {
      this.#isReading = false;
      // A store that was asked for a body gives it, whoever has gone meanwhile.
      if (this.isClosed) hold.release();
      else if (this.#document === undefined) this.close();
    }
  }

  /** A piece of the document, which must be read. */
  async piece(document: Document, view: PieceView, position: number): Promise<Piece> {
    this.#asked += 1;
    try {
      const piece = await document.piece(view, position);
      this.#givenSince ??= performance.now();
      if (performance.now() - this.#givenSince < QUANTUM) this.#hold?.touch();
      return piece;
    } catch (error) {
      this.close();
      throw error;
    } finally {
      this.#asked -= 1;
      if (this.#asked === 0 && this.#isOverdue) this.close();
    }
  }

  /** The reader needs it no longer. */
  leave(reader: object): void {
    this.readers.delete(reader);
    if (this.readers.size === 0) this.close();
  }

  /** What is being read or asked for goes on: it would have to be done again. */
  #makeRoom(): void {
    if (this.#document === undefined) return;
    if (this.#asked === 0) this.close();
    else this.#isOverdue = this.#givenSince !== undefined;
  }

  close(): void {
    if (this.isClosed) return;
    this.#closing.abort();
    this.#onClosed();
    this.#document?.close();
    if (!this.#isReading) this.#hold?.release();
  }
}
