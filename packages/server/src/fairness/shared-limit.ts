import { Tally } from './tally.ts';

/** A part of a limit that somebody holds. */
export interface Lease {
  /** Gives it back. A second call does nothing. */
  release(): void;
}

/** How much may be held at once: of all, and half of it of a party (`parties.ts`). Nobody waits: what finds no room is refused. */
export class SharedLimit {
  readonly #max: number;
  readonly #held = new Tally<number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** The amount that is held. */
  get held(): number {
    return this.#held.total;
  }

  /** @returns undefined if there is no room */
  take(party: number, amount: number): Lease | undefined {
    if (this.#held.total + amount > this.#max) return undefined;
    if (this.#held.of(party) + amount > this.#max / 2) return undefined;
    this.#held.add(party, amount);
    let isHeld = true;
    return {
      release: () => {
        if (isHeld) this.#held.add(party, -amount);
        isHeld = false;
      },
    };
  }
}
