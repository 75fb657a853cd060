import { Tally } from '../fairness/tally.ts';

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
const oneParty: Bounds = { ampleBytes: 4 * mebibyte, mostBytes: 8 * mebibyte };

/**
 * The texts that sockets of live streams have yet to take. A reader that stalls holds the text that it was given
 * last: that cannot be taken back, and its stream stays open. So the more is held, the less each stream gets at
 * once. However many readers stall, all of them together hold 32 MiB and a small text each, and those of one party
 * (`fairness/parties.ts`) take nothing away from the streams of another before that.
 */
export class HeldTexts {
  /** A text that many streams hold is in memory once, and counts for the party of the first. */
  readonly #holders = new Map<Uint8Array, { party: number; streams: number }>();
  readonly #byParty = new Tally<number>();

  get bytes(): number {
    return this.#byParty.total;
  }

  /** The size that the next text for a stream of the party may have. */
  roomBytes(party: number): number {
    const ofParty = this.#byParty.of(party);
    if (ofParty < oneParty.ampleBytes && this.bytes < everybody.ampleBytes) {
      return Number.POSITIVE_INFINITY;
    }
    return ofParty < oneParty.mostBytes && this.bytes < everybody.mostBytes
      ? mediumTextBytes
      : smallTextBytes;
  }

  /** A stream was given the text. */
  hold(party: number, text: Uint8Array): void {
    if (text.length <= smallTextBytes) return;
    const holders = this.#holders.get(text);
    if (holders !== undefined) {
      holders.streams += 1;
      return;
    }
    this.#holders.set(text, { party, streams: 1 });
    this.#byParty.add(party, text.length);
  }

  /** The stream's socket has taken it, or is gone. */
  release(text: Uint8Array): void {
    const holders = this.#holders.get(text);
    if (holders === undefined) return;
    holders.streams -= 1;
    if (holders.streams > 0) return;
    this.#holders.delete(text);
    this.#byParty.add(holders.party, -text.length);
  }
}
