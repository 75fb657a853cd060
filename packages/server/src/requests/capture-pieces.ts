import { ApiError } from '../http/api-error.ts';
import { LARGEST_PIECE, type Piece, type PieceView } from '../rendering/capture-document.ts';
import type { Document, DocumentSource, Documents, OpenDocument } from './open-documents.ts';
import type { Client, Hold, ReadBudget } from './read-budget.ts';
import type { ReadingPace } from './read-rate.ts';
import { whileWaiting } from './reading-client.ts';

/** A large or compressed capture as JSON text in UTF-8, piece by piece at its reader's pace. */
export interface RenderedPieces {
  /**
   * The next piece, of 256 KiB at most; undefined at the end. Whoever asks has done with the piece before: it
   * counts as held until then. Rejects where the capture was deleted midway, or cannot be read now.
   *
   * With `most` it has no more bytes than that, and counts as held no longer: whoever asks bounds what all of
   * its pieces hold by itself, so that no reader has to be cut off for them.
   */
  next(most?: number): Promise<Uint8Array | undefined>;
  /** Whether the capture was deleted before its first piece; known once that was asked for. */
  readonly missing: boolean;
  /** Whether the piece that was given last is the last. */
  readonly complete: boolean;
  /** Gives everything back that is held for it. A second time does nothing. */
  close(): void;
}

/** What the pieces of all readers are bounded by. */
export interface PieceBudgets {
  /** Bytes that sockets have yet to take. */
  held: ReadBudget;
  /** How many are being made. */
  made: ReadBudget;
  /** Of all that is made for an account. */
  pace: ReadingPace;
}

/**
 * One reader's way through a document. Between two pieces it holds the one that was given last and nothing else: the
 * document may go meanwhile, and is read again.
 */
export class DocumentPieces implements RenderedPieces {
  readonly #documents: Documents;
  readonly #source: DocumentSource;
  readonly #view: PieceView;
  readonly #pieces: PieceBudgets;
  readonly #client: Client;
  #position: number | undefined = 0;
  /** How much of the piece at the position was given, in bytes: all of those before it were. */
  #given = 0;
  #open: OpenDocument | undefined;
  #hold: Hold | undefined;
  #isClosed = false;
  missing = false;

  constructor(
    { documents, pieces }: { documents: Documents; pieces: PieceBudgets },
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

  async next(most?: number): Promise<Uint8Array | undefined> {
    this.#hold?.release();
    this.#hold = undefined;
    const position = this.#position;
    if (position === undefined || this.missing) return undefined;
    this.#refuseClosed();
    const { accountId } = this.#source;
    const share = this.#pieces.held.acquire(accountId, LARGEST_PIECE, this.#client);
    const hold = await whileWaiting(this.#client, share);
    this.#hold = hold;
    try {
      this.#refuseClosed();
      const piece = await this.#piece(position, most);
      this.#refuseClosed();
      if (piece === undefined) {
        if (position > 0 || this.#given > 0) throw new ApiError('notFound');
        this.missing = true;
        this.close();
        return undefined;
      }
      const bytes = this.#part(piece, most);
      if (most === undefined) hold.resize(bytes.length);
      else hold.release();
      // Nothing of the document is needed any more, while its last piece is written.
      if (this.#position === undefined) this.#leave();
      return bytes;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** What comes next of the piece, and moves on behind that. */
  #part(piece: Piece, most = piece.bytes.length): Uint8Array {
    const end = this.#given + most;
    // A copy where it is not the whole, which would be kept in memory by its part.
    const isWhole = this.#given === 0 && end >= piece.bytes.length;
    const part = isWhole ? piece.bytes : piece.bytes.slice(this.#given, end);
    const isDone = end >= piece.bytes.length;
    if (isDone) this.#position = piece.next;
    this.#given = isDone ? 0 : end;
    return part;
  }

  async #piece(position: number, most = LARGEST_PIECE): Promise<Piece | undefined> {
    for (;;) {
      if (this.#open === undefined || this.#open.isClosed) {
        this.#open = this.#documents.enter(this.#source, this);
      }
      const open = this.#open;
      await whileWaiting(this.#client, open.admitted);
      const document: Document | undefined = await open.read;
      if (document === undefined || this.#isClosed) return undefined;
      if (open.isClosed) continue;
      const { accountId } = this.#source;
      const { made, pace } = this.#pieces;
      const turn = await made.acquire(accountId, 1, this.#client);
      try {
        await pace.rested(accountId);
        this.#refuseClosed();
        if (open.isClosed) continue;
        const piece = await open.piece(document, this.#view, position, this.#given + most);
        pace.count(accountId, piece.bytes.length);
        return piece;
      } finally {
        turn.release();
      }
    }
  }

  #refuseClosed(): void {
    if (this.#isClosed || this.#client.gone.aborted) throw new ApiError('unavailable');
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
