/** The bytes that all bodies of one endpoint, or of one account, hold together. */
export interface BodyShare {
  heldBytes: number;
}

export interface InFlightLimits {
  /** All bodies together, and without the rest, which is kept for small ones of parties that hold little. */
  allBytes: number;
  largeBytes: number;
  /** All bodies of one endpoint, and of one account. */
  endpointBytes: number;
  accountBytes: number;
  /** All bodies that are whole and wait for something else than their commit (`waiting-requests.ts`). */
  waitingBytes: number;
}

/** A body that holds more than this is large. */
export const mostSmallBodyBytes = 64 * 1024;

const mebibyte = 1024 * 1024;
const mostBytesInFlight = 256 * mebibyte;
const bytesForSmall = 16 * mebibyte;
/** A party that holds more has none of the room that is kept for small bodies. */
const mostHeldBytesOfLight = 1024 * 1024;
/** Whatever waits, an endpoint has so much of its share left. */
const bytesForOthers = 8 * mebibyte;
/** A sender that is slower than this gives way if others need the room: 256 KiB a second. */
const fairBytesPerMs = (256 * 1024) / 1000;
/** A sender may be silent for so long before it counts as slow. */
const patienceMs = 1000;

/** 256 MiB, of which an endpoint may hold a quarter and its account a half; one body always fits. */
export function budgetLimits(maxBodyBytes: number): InFlightLimits {
  // A body in small pieces holds a little more than its length.
  const oneBody = maxBodyBytes + mebibyte;
  const largeBytes = Math.max(mostBytesInFlight - bytesForSmall, oneBody);
  const allBytes = largeBytes + bytesForSmall;
  return {
    allBytes,
    largeBytes,
    endpointBytes: Math.max(allBytes / 4, oneBody),
    accountBytes: Math.max(allBytes / 2, oneBody),
    waitingBytes: Math.max(allBytes / 4 - bytesForOthers, oneBody),
  };
}

/**
 * The memory that bodies may take from their first byte to their commit, all together and for each endpoint
 * and account. If a limit is reached, the slowest sender that counts for it gives way: its body is dropped and
 * it is answered 503. Senders of large bodies give way before senders of small ones. A sender at a fair rate
 * gives way only if its account holds much and the newcomer's little.
 */
export class InFlightBudget {
  readonly #limits: InFlightLimits;
  readonly #now: () => number;
  /** Bodies that are not whole yet. */
  readonly #receiving = new Set<BodyClaim>();
  #used = 0;
  #usedByLarge = 0;

  constructor(limits: InFlightLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** The bytes that all bodies hold now. */
  get used(): number {
    return this.#used;
  }

  /** A claim for one body, which counts for this endpoint and account until it is released. */
  claim(endpoint: BodyShare, account: BodyShare): BodyClaim {
    return new BodyClaim(this, endpoint, account);
  }

  /** Takes the bytes, if need be after making room for them. Takes nothing and returns false if there is no room. */
  take(claim: BodyClaim, bytes: number): boolean {
    for (;;) {
      const isInTheWay = this.#lacking(claim, bytes);
      if (isInTheWay === undefined) break;
      const other = this.#slowest(isInTheWay) ?? this.#heaviest(claim, bytes, isInTheWay);
      if (other === undefined || other === claim) return false;
      other.giveWay();
    }
    this.#count(claim, bytes);
    return true;
  }

  /** Moves the bytes that are held already to the shares of another endpoint and account; false if these have no room. */
  move(claim: BodyClaim, endpoint: BodyShare, account: BodyShare): boolean {
    const { heldBytes } = claim;
    this.release(claim);
    claim.endpoint = endpoint;
    claim.account = account;
    return this.take(claim, heldBytes);
  }

  release(claim: BodyClaim): void {
    this.#count(claim, -claim.heldBytes);
  }

  /** Notes that a body goes on. From the first call until `whole` the claim may have to give way. */
  progress(claim: BodyClaim, bytes: number): void {
    claim.sent(bytes, this.#now());
    this.#receiving.add(claim);
  }

  whole(claim: BodyClaim): void {
    this.#receiving.delete(claim);
  }

  #count(claim: BodyClaim, bytes: number): void {
    const before = claim.heldBytes;
    const after = before + bytes;
    this.#usedByLarge +=
      (after > mostSmallBodyBytes ? after : 0) - (before > mostSmallBodyBytes ? before : 0);
    this.#used += bytes;
    claim.heldBytes = after;
    claim.endpoint.heldBytes += bytes;
    claim.account.heldBytes += bytes;
  }

  /** Tells the claims that count for the limit which so many bytes more would break; undefined if there is room. */
  #lacking(claim: BodyClaim, bytes: number): ((other: BodyClaim) => boolean) | undefined {
    const { endpoint, account, heldBytes } = claim;
    const limits = this.#limits;
    if (endpoint.heldBytes + bytes > limits.endpointBytes)
      return (other) => other.endpoint === endpoint;
    if (account.heldBytes + bytes > limits.accountBytes)
      return (other) => other.account === account;
    const after = heldBytes + bytes;
    const isSmall = after <= mostSmallBodyBytes;
    const isOfHeavy = isSmall && account.heldBytes + bytes > mostHeldBytesOfLight;
    if (this.#used + bytes > (isOfHeavy ? limits.largeBytes : limits.allBytes)) return () => true;
    if (isSmall) return undefined;
    const largeAfter = this.#usedByLarge + (heldBytes > mostSmallBodyBytes ? bytes : after);
    return largeAfter > limits.largeBytes
      ? (other) => other.heldBytes > mostSmallBodyBytes
      : undefined;
  }

  /** The candidate that is furthest behind the fair rate, a large one if any of these is behind. */
  #slowest(isCandidate: (claim: BodyClaim) => boolean): BodyClaim | undefined {
    const now = this.#now();
    let large: BodyClaim | undefined;
    let small: BodyClaim | undefined;
    for (const claim of this.#receiving) {
      if (claim.fairUntil >= now || claim.heldBytes === 0 || !isCandidate(claim)) continue;
      if (claim.heldBytes > mostSmallBodyBytes) {
        if (large === undefined || claim.fairUntil < large.fairUntil) large = claim;
      } else if (small === undefined || claim.fairUntil < small.fairUntil) small = claim;
    }
    return large ?? small;
  }

  /**
   * The largest body of the account that holds most, if that is at least twice as much as the newcomer's account
   * would hold. So accounts that send at full speed do not keep out one that sends little.
   */
  #heaviest(
    newcomer: BodyClaim,
    bytes: number,
    isCandidate: (claim: BodyClaim) => boolean,
  ): BodyClaim | undefined {
    let heaviest: BodyClaim | undefined;
    for (const claim of this.#receiving) {
      if (claim.heldBytes <= mostSmallBodyBytes || !isCandidate(claim)) continue;
      const lead = claim.account.heldBytes - (heaviest?.account.heldBytes ?? 0);
      if (lead > 0 || (lead === 0 && claim.heldBytes > (heaviest?.heldBytes ?? 0)))
        heaviest = claim;
    }
    if (heaviest === undefined) return undefined;
    return heaviest.account.heldBytes >= 2 * (newcomer.account.heldBytes + bytes)
      ? heaviest
      : undefined;
  }
}

/** The memory that one body holds of the budget, counted for one endpoint and its account. */
export class BodyClaim {
  readonly #budget: InFlightBudget;
  endpoint: BodyShare;
  account: BodyShare;
  heldBytes = 0;
  /** The time until which the bytes that came are enough. The longer ago it is, the slower the sender. */
  fairUntil = Number.NEGATIVE_INFINITY;
  /** Ends the body and releases the claim. */
  giveWay: () => void = nothing;

  constructor(budget: InFlightBudget, endpoint: BodyShare, account: BodyShare) {
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
  moveTo(endpoint: BodyShare, account: BodyShare): boolean {
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
