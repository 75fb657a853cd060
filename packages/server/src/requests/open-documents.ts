import type { Budget, Hold } from '../fairness/budget.ts';
import type { Rates } from '../fairness/rates.ts';
import { freeBlocks } from '../rendering/block-buffer.ts';
import { largestPieceBytes, type Piece, type PieceView } from '../rendering/capture-document.ts';
import type { RenderedDocument } from '../rendering/capture-renderer.ts';

/** A capture in memory, or its body alone, which no match is applied to. */
export type Document = Omit<RenderedDocument, 'matches'> & Partial<RenderedDocument>;

/** The way to read a document that is not in memory. */
export interface DocumentSource {
  /** The same for all readers of the same document. */
  key: string;
  /** Of its readers (`fairness/parties.ts`). */
  party: number;
  /** The memory that it takes until it is read, as it was sent. */
  sentBytes: number;
  /** The memory that it takes besides if it is compressed, at most. */
  decodedBytes: number;
  /**
   * Undefined if the capture was deleted; `needsMore` if it is larger than `roomBytes` when decompressed. The signal
   * gives the reading up.
   */
  read(signal: AbortSignal, roomBytes: number): Promise<Document | 'needsMore' | undefined>;
}

/** Documents that take no more than this while they are read are admitted beside large ones. */
export const smallDocumentBytes = 4 * 1024 * 1024;

/** Compressed documents are tried there with room for so much: only reading them tells their size. */
const triedBytes = 2 * 1024 * 1024;

/** The room for documents. Readers of small ones never wait until large ones of others were read. */
interface DocumentBudgets {
  small: Budget;
  large: Budget;
  /** The rate at which parties have bodies decoded. */
  rate: Rates;
}

/** A document stays for readers that go on for so long while others wait for the room. */
const keptForReadersMs = 1000;

/**
 * The documents in memory. Readers of the same capture share one. Each document has a share of a budget, from before
 * it is read until its last reader has left, or others need the room: then it is closed, and read anew for the next
 * piece that a reader asks for.
 */
export class OpenDocuments {
  readonly #budgets: DocumentBudgets;
  readonly #open = new Map<string, OpenDocument>();

  constructor(budgets: DocumentBudgets) {
    this.#budgets = budgets;
  }

  /** The document, with one more reader until that leaves. */
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
  /** The document; undefined if the capture was deleted. */
  readonly read: Promise<Document | undefined>;
  readonly #closing = new AbortController();
  readonly #onClosed: () => void;
  #hold: Hold | undefined;
  #document: Document | undefined;
  #isReading = false;
  #asked = 0;
  /** The time at which the first piece was given. */
  #givenSinceMs: number | undefined;
  /** Whether others have waited for the room for too long since. */
  #isOverdue = false;

  constructor(source: DocumentSource, budgets: DocumentBudgets, onClosed: () => void) {
    this.#onClosed = onClosed;
    const { party, sentBytes, decodedBytes } = source;
    const isSmall = sentBytes + decodedBytes <= smallDocumentBytes;
    const isTried = !isSmall && sentBytes + triedBytes <= smallDocumentBytes;
    const ask = (budget: Budget, amount: number) =>
      budget.acquire(party, amount, {
        gone: this.#closing.signal,
        cut: () => this.#makeRoom(),
      });
    const whole = async () => {
      if (isSmall) return await ask(budgets.small, sentBytes + decodedBytes);
      await budgets.rate.wait(party);
      const hold = await ask(budgets.large, sentBytes + decodedBytes);
      budgets.rate.count(party, decodedBytes);
      return hold;
    };
    const held = isTried ? ask(budgets.small, sentBytes + triedBytes) : whole();
    this.admitted = held.then(() => {});
    this.read = held.then(async (hold) => {
      const document = await this.#read(source, hold, isTried ? triedBytes : decodedBytes);
      if (document !== 'needsMore') return document;
      const found = await this.#read(source, await whole(), decodedBytes);
      return found === 'needsMore' ? undefined : found;
    });
    // Readers await these; a failure after the last has gone must not crash the process.
    this.admitted.catch(() => {});
    this.read.catch(() => {});
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #read(
    source: DocumentSource,
    hold: Hold,
    roomBytes: number,
  ): Promise<Document | 'needsMore' | undefined> {
    this.#hold = hold;
    this.#isReading = true;
    let document: Document | 'needsMore' | undefined;
    try {
      document = this.isClosed ? undefined : await source.read(this.#closing.signal, roomBytes);
      if (document === 'needsMore') return document;
      if (this.isClosed) document?.close();
      else if (document !== undefined) hold.resize(document.bytes);
      this.#document = document;
      return document;
    } finally {
      this.#isReading = false;
      // A store that was asked for a body gives it even if all readers have gone meanwhile.
      if (this.isClosed || document === 'needsMore') hold.release();
      else if (this.#document === undefined) this.close();
    }
  }

  /** A piece of the document that `read` gave. */
  async piece(
    document: Document,
    view: PieceView,
    position: number,
    enough: number,
  ): Promise<Piece> {
    return await this.use(() => document.piece(view, position, enough));
  }

  /** Asks the document that `read` gave; it stays for the answer. */
  async use<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.#asked += 1;
    try {
      const answer = await ask();
      this.#givenSinceMs ??= performance.now();
      if (performance.now() - this.#givenSinceMs < keptForReadersMs) this.#hold?.touch();
      return answer;
    } catch (error) {
      this.close();
      throw error;
    } finally {
      this.#asked -= 1;
      if (this.#asked === 0 && this.#isOverdue) this.close();
    }
  }

  /** Takes a reader off, and closes the document after the last. */
  leave(reader: object): void {
    this.readers.delete(reader);
    if (this.readers.size === 0) this.close();
  }

  /** Closes the document, unless it is being read or asked for: that would have to be done again. */
  #makeRoom(): void {
    if (this.#document === undefined) return;
    if (this.#asked === 0) this.close();
    else this.#isOverdue = this.#givenSinceMs !== undefined;
  }

  close(): void {
    if (this.isClosed) return;
    this.#closing.abort();
    this.#onClosed();
    this.#document?.close();
    if (!this.#isReading) this.#hold?.release();
  }
}

/** The bytes of a body as they arrived, the same in each view. */
export class StoredBody implements Document {
  readonly #body: Uint8Array;

  /** Takes the body in a buffer of its own. */
  constructor(body: Uint8Array) {
    this.#body = body;
  }

  get bytes(): number {
    return this.#body.length;
  }

  async piece(_view: PieceView, position: number): Promise<Piece> {
    // A copy: a part of the body would keep all of it in memory.
    const bytes = new Uint8Array(this.#body.subarray(position, position + largestPieceBytes));
    const next = position + largestPieceBytes;
    return { bytes, next: next < this.#body.length ? next : undefined };
  }

  close(): void {
    freeBlocks([this.#body]);
  }
}
