/** Texts up to this many bytes may always be written: a stream that holds one costs little more than its connection. */
export const smallText = 4 * 1024;

/** What a stream gets at once while much is held. */
const mediumText = 64 * 1024;

interface Bounds {
  /** While less is held, texts may be of any size. */
  ample: number;
  /** While less is held, they may be medium. */
  most: number;
}

/** In bytes. */
const everybody: Bounds = { ample: 16 * 2 ** 20, most: 32 * 2 ** 20 };
const oneAccount: Bounds = { ample: 4 * 2 ** 20, most: 8 * 2 ** 20 };

/**
 * What sockets of live streams have yet to take. A reader that stalls holds the text that it was given last;
 * nobody can take that back, and its stream stays open. So the more is held, the less each stream gets at
 * once: whatever the number of stalled readers, all of them together hold 32 MiB and a small text each, and
 * one account's take nothing away from the streams of another before that.
 */
export class HeldTexts {
  /** A text that many streams hold is in memory once. */
  readonly #holders = new Map<Uint8Array, number>();
  readonly #byAccount = new Map<number, number>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** How long the next text for a stream of the account may be. */
  room(accountId: number): number {
    const ofAccount = this.#byAccount.get(accountId) ?? 0;
    if (ofAccount < oneAccount.ample && this.#bytes < everybody.ample) {
      return Number.POSITIVE_INFINITY;
    }
    return ofAccount < oneAccount.most && this.#bytes < everybody.most ? mediumText : smallText;
  }

  /** A stream was given the text. All that share one are of the same account. */
  hold(accountId: number, text: Uint8Array): void {
    if (text.length <= smallText) return;
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
