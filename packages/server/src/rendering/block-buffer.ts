const blockBytes = 1024 * 1024;

/** Bytes that are appended to one another, in few large buffers. */
export class BlockBuffer {
  readonly #full: Uint8Array[] = [];
  #last = new Uint8Array();
  #used = 0;
  bytes = 0;

  add(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      if (this.#used === this.#last.length) this.#begin();
      const part = bytes.subarray(at, at + this.#last.length - this.#used);
      this.#last.set(part, this.#used);
      this.#used += part.length;
      at += part.length;
    }
  }

  #begin(): void {
    if (this.#used > 0) this.#full.push(this.#last);
    const isLarge = this.bytes > blockBytes / 8;
    this.#last = new Uint8Array(isLarge ? blockBytes : blockBytes / 8);
    this.#used = 0;
  }

  blocks(): Uint8Array[] {
    return [...this.#full, this.#last.subarray(0, this.#used)];
  }
}

/**
 * Gives the memory of buffers that nothing else uses back at once: the garbage collector sees small objects and
 * takes its time.
 */
export function freeBlocks(blocks: readonly Uint8Array[]): void {
  for (const { buffer } of blocks) {
    if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
  }
}
