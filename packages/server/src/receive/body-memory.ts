/** The bytes that all bodies of one party (`fairness/parties.ts`) hold together. */
export interface BodyShare {
  heldBytes: number;
}

/** A body of more bytes is large: it is hashed while it arrives. */
export const maxSmallBodyBytes = 64 * 1024;

const mebibyte = 1024 * 1024;
const maxHeldBytes = 256 * mebibyte;

interface BodyLimits {
  /** All bodies together. */
  total: number;
  /** Those of one party. */
  perParty: number;
}

/**
 * The memory that bodies may take from their first byte to their commit: 256 MiB, of which a party may hold a half; one body always
 * fits. Past it they are answered 503.
 */
export class BodyMemory {
  readonly #limits: BodyLimits;
  readonly #all: BodyShare = { heldBytes: 0 };

  constructor(maxBodyBytes: number) {
    // A body in small pieces holds a little more than its length.
    const oneBody = maxBodyBytes + mebibyte;
    this.#limits = {
      total: Math.max(maxHeldBytes, 2 * oneBody),
      perParty: Math.max(maxHeldBytes / 2, oneBody),
    };
  }

  /** The bytes that all bodies hold now. */
  get used(): number {
    return this.#all.heldBytes;
  }

  /** A claim for one body, which counts for this party until it is released. */
  claim(share: BodyShare): BodyClaim {
    return new BodyClaim(this.#limits, this.#all, share);
  }
}

/** The memory of one body. */
export class BodyClaim {
  readonly #limits: BodyLimits;
  readonly #all: BodyShare;
  #share: BodyShare;
  #heldBytes = 0;

  constructor(limits: BodyLimits, all: BodyShare, share: BodyShare) {
    this.#limits = limits;
    this.#all = all;
    this.#share = share;
  }

  /** Takes so many bytes more; false if there is no room for them. */
  take(bytes: number): boolean {
    const { total, perParty } = this.#limits;
    if (this.#all.heldBytes + bytes > total || this.#share.heldBytes + bytes > perParty)
      return false;
    this.#add(bytes);
    return true;
  }

  /** Counts it for another party from now on; false, and nothing is held, if that one has no room. */
  moveTo(share: BodyShare): boolean {
    const held = this.#heldBytes;
    this.release();
    this.#share = share;
    return this.take(held);
  }

  release(): void {
    this.#add(-this.#heldBytes);
  }

  #add(bytes: number): void {
    this.#heldBytes += bytes;
    this.#all.heldBytes += bytes;
    this.#share.heldBytes += bytes;
  }
}
