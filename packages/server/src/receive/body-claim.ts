import type { InFlightBudget, Share } from './in-flight-budget.ts';

/** A sender that is slower than this, in bytes a millisecond, gives way where others need the room. */
const fairRate = (256 * 1024) / 1000;
/** How long, in milliseconds, a sender may say nothing before it counts as slow. */
const patience = 1000;

/** What one body holds of the budget. What was taken in the name of an account is given back in the same. */
export class Claim {
  readonly #budget: InFlightBudget;
  endpoint: Share;
  account: Share;
  held = 0;
  /** Until then what came is enough; the longer ago that is, the slower the sender. */
  fairUntil = Number.NEGATIVE_INFINITY;
  /** Ends the body and releases the claim. */
  giveWay: () => void = () => undefined;

  constructor(budget: InFlightBudget, endpoint: Share, account: Share) {
    this.#budget = budget;
    this.endpoint = endpoint;
    this.account = account;
  }

  /** So many bytes more; false where there is no room for them. */
  take(bytes: number): boolean {
    return this.#budget.take(this, bytes);
  }

  /** So many bytes of a body came that is not whole yet. */
  progress(bytes: number): void {
    this.#budget.progress(this, bytes);
  }

  /** The body is whole: nobody has to wait for its sender any more. */
  whole(): void {
    this.#budget.whole(this);
  }

  /** From now on it counts for another endpoint and account; false where these have no room. */
  moveTo(endpoint: Share, account: Share): boolean {
    return this.#budget.move(this, endpoint, account);
  }

  release(): void {
    this.#budget.whole(this);
    this.#budget.release(this);
  }

  /** What a sender is behind stays with it until it has sent that much faster; a lead is worth a moment only. */
  sent(bytes: number, now: number): void {
    const isNew = this.fairUntil === Number.NEGATIVE_INFINITY;
    const longest = now + patience;
    this.fairUntil = isNew ? longest : Math.min(this.fairUntil + bytes / fairRate, longest);
  }
}
