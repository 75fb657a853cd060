import type { Budget, Client, Hold } from '../fairness/budget.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import type { Rates } from '../fairness/rates.ts';
import { Refusal } from '../refusal.ts';
import { largestPieceBytes, type Piece, type PieceView } from '../rendering/capture-document.ts';
import type { Document, DocumentSource, OpenDocument, OpenDocuments } from './open-documents.ts';
import { refuseGone, whileWaiting } from './reading-client.ts';

/** A large or compressed capture as JSON text in UTF-8, piece by piece at its reader's pace. */
export interface CapturePieces {
  /**
   * The next piece, of 256 KiB at most; undefined at the end. The piece before counts as held until this is called.
   *
   * With `mostBytes` it is no longer than that and does not count as held: the caller then bounds the memory of all
   * its pieces by itself, so that no reader has to be cut off for them.
   * @throws {Refusal} `notFound` if the capture was deleted midway
   * @throws {StoreUnavailable | NotAnswered | Overloaded} if it cannot be read now
   */
  next(mostBytes?: number): Promise<Uint8Array | undefined>;
  /** Whether the capture was deleted before its first piece. Known once that piece was asked for. */
  readonly missing: boolean;
  /** Whether the piece that was given last is the last. */
  readonly complete: boolean;
  /** Gives back all that is held for it. A second call does nothing. */
  close(): void;
}

/** The bounds of the pieces of all readers. */
export interface PieceBudgets {
  /** Bytes that sockets have yet to take. */
  held: Budget;
  /** Pieces that are being made. */
  made: Budget;
  /** The rate at which pieces are made for a party. */
  rate: Rates;
}

/**
 * One reader's way through a document. Between two pieces it holds the one that was given last and nothing else: the
 * document may be closed meanwhile, and is read again.
 */
export class DocumentPieces implements CapturePieces {
  readonly #documents: OpenDocuments;
  readonly #source: DocumentSource;
  readonly #view: PieceView;
  readonly #pieces: PieceBudgets;
  readonly #client: Client;
  #position: number | undefined = 0;
  /** The bytes of the piece at the position that were given: all pieces before it were given whole. */
  #given = 0;
  #open: OpenDocument | undefined;
  #hold: Hold | undefined;
  #isClosed = false;
  missing = false;

  constructor(
    { documents, pieces }: { documents: OpenDocuments; pieces: PieceBudgets },
    source: DocumentSource,
    view: PieceView,
    client: Client,
  ) {
    this.#documents = documents;
    this.#pieces = pieces;
    this.#source = source;
    this.#view = view;
    this.#client = client;
    if (!client.gone.aborted) client.gone.addEventListener('abort', this.close, { once: true });
  }

  get complete(): boolean {
    return this.#position === undefined;
  }

  async next(mostBytes?: number): Promise<Uint8Array | undefined> {
    this.#hold?.release();
    this.#hold = undefined;
    const position = this.#position;
    if (position === undefined || this.missing) return undefined;
    this.#refuseClosed();
    const { party } = this.#source;
    const share = this.#pieces.held.acquire(party, largestPieceBytes, this.#client);
    const hold = await whileWaiting(this.#client, share);
    this.#hold = hold;
    try {
      this.#refuseClosed();
      const piece = await this.#piece(position, mostBytes);
      this.#refuseClosed();
      if (piece === undefined) {
        if (position > 0 || this.#given > 0) throw new Refusal('notFound');
        this.missing = true;
        this.close();
        return undefined;
      }
      const bytes = this.#part(piece, mostBytes);
      if (mostBytes === undefined) hold.resize(bytes.length);
      else hold.release();
      // The document is not needed any more while its last piece is written.
      if (this.#position === undefined) this.#leave();
      return bytes;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The next part of the piece. Moves on behind it. */
  #part(piece: Piece, mostBytes = piece.bytes.length): Uint8Array {
    const end = this.#given + mostBytes;
    // A part is a copy: it would keep the whole piece in memory.
    const isWhole = this.#given === 0 && end >= piece.bytes.length;
    const part = isWhole ? piece.bytes : piece.bytes.slice(this.#given, end);
    const isDone = end >= piece.bytes.length;
    if (isDone) this.#position = piece.next;
    this.#given = isDone ? 0 : end;
    return part;
  }

  async #piece(position: number, mostBytes = largestPieceBytes): Promise<Piece | undefined> {
    for (;;) {
      if (this.#open === undefined || this.#open.isClosed) {
        this.#open = this.#documents.enter(this.#source, this);
      }
      const open = this.#open;
      await whileWaiting(this.#client, open.admitted);
      const document: Document | undefined = await open.read;
      if (document === undefined || this.#isClosed) return undefined;
      if (open.isClosed) continue;
      const { party } = this.#source;
      const { made, rate } = this.#pieces;
      const turn = await made.acquire(party, 1, this.#client);
      try {
        await rate.wait(party);
        this.#refuseClosed();
        if (open.isClosed) continue;
        const piece = await open.piece(document, this.#view, position, this.#given + mostBytes);
        rate.count(party, piece.bytes.length);
        return piece;
      } finally {
        turn.release();
      }
    }
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new Overloaded('The capture was closed');
    refuseGone(this.#client);
  }

  #leave(): void {
    this.#open?.leave(this);
    this.#open = undefined;
  }

  close = (): void => {
    this.#isClosed = true;
    this.#client.gone.removeEventListener('abort', this.close);
    this.#leave();
    this.#hold?.release();
  };
}
