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
