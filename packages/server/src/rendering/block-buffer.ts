const SLAB_BYTES = 2 ** 20;

/** Bytes that are added to one another, in few large buffers. */
export class Slabs {
  readonly #full: Uint8Array[] = [];
  #slab = new Uint8Array();
  #used = 0;
  bytes = 0;

  add(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      if (this.#used === this.#slab.length) this.#begin();
      const part = bytes.subarray(at, at + this.#slab.length - this.#used);
      this.#slab.set(part, this.#used);
      this.#used += part.length;
      at += part.length;
    }
  }

  #begin(): void {
    if (this.#used > 0) this.#full.push(this.#slab);
    // A small body gets a small one.
    this.#slab = new Uint8Array(this.bytes > SLAB_BYTES / 8 ? SLAB_BYTES : SLAB_BYTES / 8);
    this.#used = 0;
  }

  blocks(): Uint8Array[] {
    return [...this.#full, this.#slab.subarray(0, this.#used)];
  }
}

/**
 * Gives the memory of buffers back at once, all of which are nobody else's: the garbage collector sees small objects
 * and takes its time.
 */
export function freeBlocks(blocks: readonly Uint8Array[]): void {
  for (const { buffer } of blocks) {
    if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
  }
}
