import { Random } from '../../../../server/test/random.ts';

/**
 * What a power failure leaves of what was not synced. `nothing`: none of it. `pages`: some pages of 4 KiB, whichever were written last.
 * `sectors`: the same for each sector of 512 bytes, so that pages are torn.
 */
export type SurvivalKind = 'nothing' | 'pages' | 'sectors';

export const survivalKinds: readonly SurvivalKind[] = ['nothing', 'pages', 'sectors'];

/** Decides by a seed what survives one power failure. */
export class Survival {
  readonly kind: SurvivalKind;
  readonly #random: Random;
  readonly #share: number;

  constructor(kind: SurvivalKind, seed: number) {
    this.kind = kind;
    this.#random = new Random(seed);
    // Sometimes nearly everything, sometimes nearly nothing.
    this.#share = this.#random.next();
  }

  /** Whether one page, or one sector, survives. */
  keepsPiece(): boolean {
    return this.kind !== 'nothing' && this.#random.chance(this.#share);
  }

  /** How many of so many changes, one after the other, survive: the first ones. */
  keepsFirst(count: number): number {
    return this.kind === 'nothing' ? 0 : this.#random.below(count + 1);
  }

  /** Whether what one file lost at its end stays lost. */
  keepsCut(): boolean {
    return this.kind !== 'nothing' && this.#random.chance(0.5);
  }
}
