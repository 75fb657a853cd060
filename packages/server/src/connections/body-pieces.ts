/** Pieces are joined in blocks of this many bytes at most. */
const largestBlock = 64 * 1024;
/** What has no more bytes than this holds no more either. */
const smallBody = 64 * 1024;
const smallestBlock = 1024;
/** A piece of this many bytes is kept as it is, where no block before it has room left. */
const worthKeeping = 16 * 1024;

/**
 * A body as it comes in. However small its pieces are, it holds about twice their length at most: small ones
 * are copied together into blocks, which grow with the body. A body that arrives in one piece, or in large
 * ones, is not copied. Nothing that belongs to another body, or to the socket, is kept alive by it.
 */
export class BodyPieces {
  readonly #pieces: Uint8Array[] = [];
  /** The block that is being filled, the last of the pieces once it is full. */
  #block: Uint8Array | undefined;
  #filled = 0;
  /** The sum of the lengths so far. */
  size = 0;
  /** Bytes of memory that are held for them. */
  held = 0;

  /** `expected`: how many bytes the whole body is known to have; NaN where nobody knows. */
  add(piece: Uint8Array, expected = Number.NaN): void {
    if (this.#isKept(piece)) this.#keep(piece);
    else this.#copy(piece, expected);
  }

  /** All that came, in order. Nothing may be added afterwards. */
  take(): Uint8Array[] {
    this.#closeBlock();
    return this.#pieces;
  }

  /** Lets go of everything, at once where it is much: the next garbage collection may be many bodies away. */
  clear(): void {
    for (const { buffer, byteLength } of this.#pieces) {
      // What fills its memory shares it with nobody.
      if (buffer.byteLength === byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
    }
    this.#pieces.length = 0;
    this.#block = undefined;
    this.size = 0;
    this.held = 0;
  }

  /** The first piece, which may be the only one, or a large one; but never a small part of something larger. */
  #isKept(piece: Uint8Array): boolean {
    if (this.#block !== undefined || piece.buffer.byteLength > 2 * piece.length) return false;
    return this.size === 0 || piece.length >= worthKeeping;
  }

  #keep(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.size += piece.length;
    this.held += piece.buffer.byteLength;
  }

  #copy(piece: Uint8Array, expected: number): void {
    for (let rest = piece; rest.length > 0; ) {
      this.#block ??= this.#newBlock(rest.length, expected);
      const room = this.#block.length - this.#filled;
      const part = rest.length <= room ? rest : rest.subarray(0, room);
      this.#block.set(part, this.#filled);
      this.#filled += part.length;
      this.size += part.length;
      if (this.#filled === this.#block.length) this.#closeBlock();
      if (part === rest) return;
      rest = rest.subarray(part.length);
    }
  }

  /** As large as all before it, so that what is empty of it is never more than what came; and for the rest at most. */
  #newBlock(needed: number, expected: number): Uint8Array {
    let length = Math.min(largestBlock, Math.max(smallestBlock, this.size, needed));
    if (this.held < smallBody) length = Math.min(length, smallBody - this.held);
    const rest = expected - this.size;
    // A memory of its own: a small Buffer would be part of a larger one.
    const block = new Uint8Array(rest >= needed ? Math.min(length, rest) : length);
    this.held += block.length;
    this.#filled = 0;
    return block;
  }

  #closeBlock(): void {
    if (this.#block === undefined) return;
    this.#pieces.push(this.#block.subarray(0, this.#filled));
    this.#block = undefined;
  }
}
