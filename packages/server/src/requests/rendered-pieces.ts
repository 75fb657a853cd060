import { ApiError } from '../http/api-error.ts';
import type { Piece, PieceView } from './capture-document.ts';
import type { Document, DocumentSource, Documents, OpenDocument } from './documents.ts';
import type { Client, Hold, ReadBudget } from './read-budget.ts';
import { whileWaiting } from './reading-client.ts';

/** A large or compressed capture as JSON text in UTF-8, piece by piece at its reader's pace. */
export interface RenderedPieces {
  /**
   * The next piece, of 256 KiB at most; undefined at the end. Whoever asks has done with the piece before: it
   * counts as held until then. Rejects where the capture was deleted midway, or cannot be read now.
   */
  next(): Promise<Uint8Array | undefined>;
  /** Whether the capture was deleted before its first piece; known once that was asked for. */
  readonly missing: boolean;
  /** Whether the piece that was given last is the last. */
  readonly complete: boolean;
  /** Gives everything back that is held for it. A second time does nothing. */
  close(): void;
}

/** What a piece counts for until it is known. */
const PIECE_BYTES = 2 ** 16;

/**
 * One reader's way through a document. Between two pieces it holds the one that was given last and nothing else: the
 * document may go meanwhile, and is read again.
 */
export class DocumentPieces implements RenderedPieces {
  readonly #documents: Documents;
  readonly #source: DocumentSource;
  readonly #view: PieceView;
  readonly #pieces: ReadBudget;
  readonly #client: Client;
  #position: number | undefined = 0;
  #open: OpenDocument | undefined;
  #hold: Hold | undefined;
  #isClosed = false;
  missing = false;

  constructor(
    { documents, pieces }: { documents: Documents; pieces: ReadBudget },
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

  async next(): Promise<Uint8Array | undefined> {
    this.#hold?.release();
    this.#hold = undefined;
    const position = this.#position;
    if (position === undefined || this.missing) return undefined;
    this.#refuseClosed();
    const { accountId } = this.#source;
    const share = this.#pieces.acquire(accountId, PIECE_BYTES, this.#client);
    const hold = await whileWaiting(this.#client, share);
    this.#hold = hold;
    try {
      this.#refuseClosed();
      const piece = await this.#piece(position);
      this.#refuseClosed();
      if (piece === undefined) {
        if (position > 0) throw new ApiError('notFound');
        this.missing = true;
        this.close();
        return undefined;
      }
      hold.resize(piece.bytes.length);
      this.#position = piece.next;
      // Nothing of the document is needed any more, while its last piece is written.
      if (piece.next === undefined) this.#leave();
      return piece.bytes;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async #piece(position: number): Promise<Piece | undefined> {
    for (;;) {
      if (this.#open === undefined || this.#open.isClosed) {
        this.#open = this.#documents.enter(this.#source, this);
      }
      const open = this.#open;
      await whileWaiting(this.#client, open.admitted);
      const document: Document | undefined = await open.read;
      if (document === undefined || this.#isClosed) return undefined;
      if (open.isClosed) continue;
      return await open.piece(document, this.#view, position);
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
