/** Small pieces are joined in blocks of this size at most. */
const largestBlockBytes = 64 * 1024;
const smallestBlockBytes = 1024;
/** A body of up to this size holds no more memory than this. */
const smallBodyBytes = 64 * 1024;
/** A piece of this size or more is kept as it is, unless the block before it has room left. */
const keptPieceBytes = 16 * 1024;

/**
 * A body as it comes in. It holds at most about twice the length of its pieces, however small they are: small
 * pieces are copied into blocks, which grow with the body. A body that arrives in one piece, or in large
 * pieces, is not copied. It keeps no memory alive that belongs to another body or to the socket.
 */
export class BodyPieces {
  readonly #pieces: Uint8Array[] = [];
  /** The block that is being filled. Once it is full it becomes the last of the pieces. */
  #block: Uint8Array | undefined;
  #filled = 0;
  /** The length of the body so far, in bytes. */
  size = 0;
  /** The bytes of memory that it takes. */
  heldBytes = 0;

  /** `expected` is the length of the whole body in bytes, NaN if it is unknown. */
  add(piece: Uint8Array, expected = Number.NaN): void {
    if (this.#isKept(piece)) this.#keep(piece);
    else this.#copy(piece, expected);
  }

  /** All pieces so far, in order. */
  *soFar(): Generator<Uint8Array, void> {
    yield* this.#pieces;
    if (this.#block !== undefined) yield this.#block.subarray(0, this.#filled);
  }

  /** Hands all pieces over, in order: from now on it keeps none of them. Nothing may be added afterwards. */
  take(): Uint8Array[] {
    this.#closeBlock();
    return this.#pieces.splice(0);
  }

  /** Frees the memory. The next garbage collection may be many bodies away, so large pieces are freed at once. */
  clear(): void {
    for (const { buffer, byteLength } of this.#pieces) {
      // A piece that fills its buffer shares it with no other.
      if (buffer.byteLength === byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
    }
    this.#pieces.length = 0;
    this.#block = undefined;
    this.size = 0;
    this.heldBytes = 0;
  }

  /** Whether it is the first piece, which may be the only one, or a large one, and not a small part of its buffer. */
  #isKept(piece: Uint8Array): boolean {
    if (this.#block !== undefined || piece.buffer.byteLength > 2 * piece.length) return false;
    return this.size === 0 || piece.length >= keptPieceBytes;
  }

  #keep(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.size += piece.length;
    this.heldBytes += piece.buffer.byteLength;
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

  /** Makes a block as large as all pieces before it, so that its empty part is never larger than the body. */
  #newBlock(needed: number, expected: number): Uint8Array {
    let length = Math.min(largestBlockBytes, Math.max(smallestBlockBytes, this.size, needed));
    if (this.heldBytes < smallBodyBytes) length = Math.min(length, smallBodyBytes - this.heldBytes);
    const rest = expected - this.size;
    // A small Buffer would be a part of a larger one; this block has memory of its own.
    const block = new Uint8Array(rest >= needed ? Math.min(length, rest) : length);
    this.heldBytes += block.length;
    this.#filled = 0;
    return block;
  }

  #closeBlock(): void {
    if (this.#block === undefined) return;
    this.#pieces.push(this.#block.subarray(0, this.#filled));
    this.#block = undefined;
  }
}

const leastBytes = 1024;

/** Bytes that came in pieces, in one place. */
export class Gathered {
  bytes: Buffer = Buffer.alloc(0);
  length = 0;

  /** Adds the bytes from `from` on, until there are `most` of them. */
  add(piece: Uint8Array, from: number, most: number): void {
    const added = piece.subarray(from, from + most - this.length);
    const length = this.length + added.length;
    if (length > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(leastBytes, 2 * this.bytes.length, length));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.set(added, this.length);
    this.length = length;
  }
}
