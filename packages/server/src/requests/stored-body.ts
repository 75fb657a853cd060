import { freeBlocks } from '../rendering/block-buffer.ts';
import { LARGEST_PIECE, type Piece, type PieceView } from '../rendering/capture-document.ts';
import type { Document } from './open-documents.ts';

/** The bytes of a body as they arrived, whatever the view. */
export class StoredBody implements Document {
  readonly #body: Uint8Array;

  /** The body in a buffer of its own. */
  constructor(body: Uint8Array) {
    this.#body = body;
  }

  get bytes(): number {
    return this.#body.length;
  }

  async piece(_view: PieceView, position: number): Promise<Piece> {
    // A copy: a part of the body would keep the whole of it.
    const bytes = new Uint8Array(this.#body.subarray(position, position + LARGEST_PIECE));
    const next = position + LARGEST_PIECE;
    return { bytes, next: next < this.#body.length ? next : undefined };
  }

  close(): void {
    freeBlocks([this.#body]);
  }
}
