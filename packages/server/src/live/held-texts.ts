/** Texts up to this many bytes may always be written: a stream that holds one costs little more than its connection. */
export const smallTextBytes = 4 * 1024;

/** The most that a stream gets at once while much is held. */
const mediumTextBytes = 64 * 1024;

const mebibyte = 1024 * 1024;

interface Bounds {
  /** While less is held, texts may be of any size. */
  ampleBytes: number;
  /** While less is held, they may be medium. */
  mostBytes: number;
}

const everybody: Bounds = { ampleBytes: 16 * mebibyte, mostBytes: 32 * mebibyte };
const oneAccount: Bounds = { ampleBytes: 4 * mebibyte, mostBytes: 8 * mebibyte };

/**
 * The texts that sockets of live streams have yet to take. A reader that stalls holds the text that it was given
 * last: that cannot be taken back, and its stream stays open. So the more is held, the less each stream gets at
 * once. However many readers stall, all of them together hold 32 MiB and a small text each, and those of one account
 * take nothing away from the streams of another before that.
 */
export class HeldTexts {
  /** A text that many streams hold is in memory once. */
  readonly #holders = new Map<Uint8Array, number>();
  readonly #byAccount = new Map<number, number>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** The size that the next text for a stream of the account may have. */
  roomBytes(accountId: number): number {
    const ofAccount = this.#byAccount.get(accountId) ?? 0;
    if (ofAccount < oneAccount.ampleBytes && this.#bytes < everybody.ampleBytes) {
      return Number.POSITIVE_INFINITY;
    }
    return ofAccount < oneAccount.mostBytes && this.#bytes < everybody.mostBytes
      ? mediumTextBytes
      : smallTextBytes;
  }

  /** A stream was given the text. All that share one are of the same account. */
  hold(accountId: number, text: Uint8Array): void {
    if (text.length <= smallTextBytes) return;
    const holders = this.#holders.get(text) ?? 0;
    this.#holders.set(text, holders + 1);
    if (holders === 0) this.#add(accountId, text.length);
  }

  /** The stream's socket has taken it, or is gone. */
  release(accountId: number, text: Uint8Array): void {
    const holders = this.#holders.get(text);
    if (holders === undefined) return;
    if (holders > 1) {
      this.#holders.set(text, holders - 1);
    } else {
      this.#holders.delete(text);
      this.#add(accountId, -text.length);
    }
  }

  #add(accountId: number, bytes: number): void {
    this.#bytes += bytes;
    const ofAccount = (this.#byAccount.get(accountId) ?? 0) + bytes;
    if (ofAccount === 0) this.#byAccount.delete(accountId);
    else this.#byAccount.set(accountId, ofAccount);
  }
}
