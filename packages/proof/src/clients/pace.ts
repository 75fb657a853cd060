import type { Random } from '../../../server/test/random.ts';
import { pause } from './known.ts';

/** A sender that is late by more than this does not catch up. */
const mostLateMs = 1000;

/** Sends at a rate: each pause is as long as it takes to keep to it, more or less by chance. */
export class Pace {
  readonly #random: Random;
  readonly #msBetweenSends: number;
  #due = performance.now();

  constructor(random: Random, msBetweenSends: number) {
    this.#random = random;
    this.#msBetweenSends = msBetweenSends;
  }

  /** Waits after so many webhooks, or until the signal. */
  async wait(sent: number, until: AbortSignal): Promise<void> {
    const now = performance.now();
    this.#due += sent * this.#msBetweenSends * (0.5 + this.#random.next());
    this.#due = Math.max(this.#due, now - mostLateMs);
    await pause(Math.max(0, this.#due - now), until);
  }
}
