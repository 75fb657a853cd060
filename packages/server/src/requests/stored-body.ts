import { freeBlocks } from '../rendering/block-buffer.ts';
import { largestPieceBytes, type Piece, type PieceView } from '../rendering/capture-document.ts';
import type { Document } from './open-documents.ts';

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
