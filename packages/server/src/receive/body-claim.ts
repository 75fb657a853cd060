import type { InFlightBudget, Share } from './in-flight-budget.ts';

/** A sender that is slower than this gives way if others need the room: 256 KiB a second. */
const fairBytesPerMs = (256 * 1024) / 1000;
/** A sender may be silent for so long before it counts as slow. */
const patienceMs = 1000;

/** The memory that one body holds of the budget, counted for one endpoint and its account. */
export class BodyClaim {
  readonly #budget: InFlightBudget;
  endpoint: Share;
  account: Share;
  heldBytes = 0;
  /** The time until which the bytes that came are enough. The longer ago it is, the slower the sender. */
  fairUntil = Number.NEGATIVE_INFINITY;
  /** Ends the body and releases the claim. */
  giveWay: () => void = nothing;

  constructor(budget: InFlightBudget, endpoint: Share, account: Share) {
    this.#budget = budget;
    this.endpoint = endpoint;
    this.account = account;
  }

  /** Takes so many bytes more; false if there is no room for them. */
  take(bytes: number): boolean {
    return this.#budget.take(this, bytes);
  }

  /** Notes so many bytes of a body that is not whole yet. */
  progress(bytes: number): void {
    this.#budget.progress(this, bytes);
  }

  /** Notes that the body is whole: it never has to give way from now on. */
  whole(): void {
    this.#budget.whole(this);
  }

  /** Counts it for another endpoint and account from now on; false if these have no room. */
  moveTo(endpoint: Share, account: Share): boolean {
    return this.#budget.move(this, endpoint, account);
  }

  release(): void {
    this.#budget.whole(this);
    this.#budget.release(this);
  }

  /** Moves `fairUntil` on. A sender that fell behind catches up only by sending faster; a lead lasts for the patience. */
  sent(bytes: number, now: number): void {
    const isNew = this.fairUntil === Number.NEGATIVE_INFINITY;
    const latest = now + patienceMs;
    this.fairUntil = isNew ? latest : Math.min(this.fairUntil + bytes / fairBytesPerMs, latest);
  }
}

function nothing(): void {}
