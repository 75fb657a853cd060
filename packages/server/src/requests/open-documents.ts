import type { Piece, PieceView } from '../rendering/capture-document.ts';
import type { Hold, ReadBudget } from './read-budget.ts';
import type { ReadingPace } from './read-rate.ts';

/** A capture, or its body alone, as it is kept in memory while it is read: any piece of it can be had. */
export interface Document {
  /** What it holds, in bytes. */
  bytes: number;
  /** It has `enough` bytes or more where there are so many, and fits `LARGEST_PIECE`. */
  piece(view: PieceView, position: number, enough: number): Promise<Piece>;
  close(): void;
}

/** How a document is read that is not in memory. */
export interface DocumentSource {
  /** The same for all readers of the same. */
  key: string;
  accountId: number;
  /** What it takes until it is read, as it was sent. */
  sentBytes: number;
  /** What it takes besides at most where it is compressed. */
  decodedBytes: number;
  /**
   * Undefined where the capture was deleted; `needsMore` where it is larger than `room` without its compression.
   * The signal: nobody waits for it any more.
   */
  read(signal: AbortSignal, room: number): Promise<Document | 'needsMore' | undefined>;
}

/** What is admitted beside large documents, in bytes, while it is read. */
export const SMALL_DOCUMENT = 4 * 2 ** 20;

/** What is tried there although only reading it tells how large it is. */
const TRIED_BYTES = 2 ** 21;

/** The room for documents: nobody who asks for small ones waits for large ones of others to be read and to go. */
export interface DocumentBudgets {
  small: ReadBudget;
  large: ReadBudget;
  /** Of what accounts have decoded. */
  pace: ReadingPace;
}

/** How long, in milliseconds, a document stays for those who read on, while others wait for the room. */
const QUANTUM = 1_000;

/**
 * The documents in memory. Those who read the same share one. Each has a share of a budget, from before it is read
 * until nobody reads it any more, or others need the room: then it goes, and is read anew for the next piece
 * that somebody asks for.
 */
export class Documents {
  readonly #budgets: DocumentBudgets;
  readonly #open = new Map<string, OpenDocument>();

  /** The budgets cut what nobody asked for a piece of for a while. */
  constructor(budgets: DocumentBudgets) {
    this.#budgets = budgets;
  }

  /** The document, of which the reader is one until it leaves. */
  enter(source: DocumentSource, reader: object): OpenDocument {
    let document = this.#open.get(source.key);
    if (document === undefined) {
      const opened = new OpenDocument(source, this.#budgets, () => {
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

  constructor(source: DocumentSource, budgets: DocumentBudgets, onClosed: () => void) {
    this.#onClosed = onClosed;
    const { accountId, sentBytes, decodedBytes } = source;
    const isSmall = sentBytes + decodedBytes <= SMALL_DOCUMENT;
    const isTried = !isSmall && sentBytes + TRIED_BYTES <= SMALL_DOCUMENT;
    const ask = (budget: ReadBudget, amount: number) =>
      budget.acquire(accountId, amount, {
        gone: this.#closing.signal,
        cut: () => this.#makeRoom(),
      });
    const whole = async () => {
      if (isSmall) return await ask(budgets.small, sentBytes + decodedBytes);
      await budgets.pace.rested(accountId);
      const hold = await ask(budgets.large, sentBytes + decodedBytes);
      budgets.pace.count(accountId, decodedBytes);
      return hold;
    };
    const held = isTried ? ask(budgets.small, sentBytes + TRIED_BYTES) : whole();
    this.admitted = held.then(() => {});
    this.read = held.then(async (hold) => {
      const document = await this.#read(source, hold, isTried ? TRIED_BYTES : decodedBytes);
      if (document !== 'needsMore') return document;
      const found = await this.#read(source, await whole(), decodedBytes);
      return found === 'needsMore' ? undefined : found;
    });
    // Their readers hear of it; where all have gone, nobody has to.
    this.admitted.catch(() => {});
    this.read.catch(() => {});
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #read(
    source: DocumentSource,
    hold: Hold,
    room: number,
  ): Promise<Document | 'needsMore' | undefined> {
    this.#hold = hold;
    this.#isReading = true;
    let document: Document | 'needsMore' | undefined;
    try {
      document = this.isClosed ? undefined : await source.read(this.#closing.signal, room);
      if (document === 'needsMore') return document;
      if (this.isClosed) document?.close();
      else if (document !== undefined) hold.resize(document.bytes);
      this.#document = document;
      return document;
    } finally {
      this.#isReading = false;
      // A store that was asked for a body gives it, whoever has gone meanwhile.
      if (this.isClosed || document === 'needsMore') hold.release();
      else if (this.#document === undefined) this.close();
    }
  }

  /** A piece of the document, which must be read. */
  async piece(
    document: Document,
    view: PieceView,
    position: number,
    enough: number,
  ): Promise<Piece> {
    this.#asked += 1;
    try {
      const piece = await document.piece(view, position, enough);
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
