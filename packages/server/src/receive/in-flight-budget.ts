import { Claim } from './body-claim.ts';

/** What all bodies of one endpoint, or of one account, hold together, in bytes. */
export interface Share {
  held: number;
}

export interface BudgetLimits {
  /** All bodies together, and the large ones among them: the rest is kept for small ones. */
  all: number;
  large: number;
  /** All bodies of one endpoint, and of one account. */
  endpoint: number;
  account: number;
}

/** A body that holds more than this is a large one. */
export const largestSmallBody = 64 * 1024;

const mebibyte = 2 ** 20;
const keptForSmall = 16 * mebibyte;

/** 256 MiB, of which an endpoint has a quarter and its account a half; one body always fits (decisions, section 5). */
export function budgetLimits(maxBodyBytes: number): BudgetLimits {
  // A body in small pieces holds a little more than its length.
  const oneBody = maxBodyBytes + mebibyte;
  const large = Math.max(256 * mebibyte - keptForSmall, oneBody);
  const all = large + keptForSmall;
  return {
    all,
    large,
    endpoint: Math.max(all / 4, oneBody),
    account: Math.max(all / 2, oneBody),
  };
}

/**
 * How much memory bodies may take from their first byte to their commit, all together and for each endpoint
 * and account. Where there is no room left, the slowest sender within the bound that is reached gives way:
 * its body is let go of, and it is answered 503. Those that send large bodies give way before the others.
 * Nobody does who keeps sending at a fair rate, unless its account holds much and the newcomer's little.
 */
export class InFlightBudget {
  readonly #limits: BudgetLimits;
  readonly #now: () => number;
  /** Bodies that are not whole yet. */
  readonly #receiving = new Set<Claim>();
  #used = 0;
  #usedByLarge = 0;

  constructor(limits: BudgetLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Bytes that are held now. */
  get used(): number {
    return this.#used;
  }

  /** For one body, which counts for this endpoint and account until it is released. */
  claim(endpoint: Share, account: Share): Claim {
    return new Claim(this, endpoint, account);
  }

  /** Makes room where there is none and takes the bytes; or takes nothing and gives false. */
  take(claim: Claim, bytes: number): boolean {
    for (;;) {
      const isRoomIn = this.#lacking(claim, bytes);
      if (isRoomIn === undefined) break;
      const other = this.#slowest(isRoomIn) ?? this.#heaviest(claim, bytes, isRoomIn);
      if (other === undefined || other === claim) return false;
      other.giveWay();
    }
    this.#count(claim, bytes);
    return true;
  }

  /** Takes what is held already to another endpoint's and account's share; false where it has no room there. */
  move(claim: Claim, endpoint: Share, account: Share): boolean {
    const { held } = claim;
    this.release(claim);
    claim.endpoint = endpoint;
    claim.account = account;
    return this.take(claim, held);
  }

  release(claim: Claim): void {
    this.#count(claim, -claim.held);
  }

  /** Notes that a body goes on; from its first call on, until `whole`, the claim may have to give way. */
  progress(claim: Claim, bytes: number): void {
    claim.sent(bytes, this.#now());
    this.#receiving.add(claim);
  }

  whole(claim: Claim): void {
    this.#receiving.delete(claim);
  }

  #count(claim: Claim, bytes: number): void {
    const before = claim.held;
    const after = before + bytes;
    this.#usedByLarge +=
      (after > largestSmallBody ? after : 0) - (before > largestSmallBody ? before : 0);
    this.#used += bytes;
    claim.held = after;
    claim.endpoint.held += bytes;
    claim.account.held += bytes;
  }

  /** The bound that so many bytes more would break, as who is within it; undefined where there is room. */
  #lacking(claim: Claim, bytes: number): ((other: Claim) => boolean) | undefined {
    const { endpoint, account, held } = claim;
    const limits = this.#limits;
    if (endpoint.held + bytes > limits.endpoint) return (other) => other.endpoint === endpoint;
    if (account.held + bytes > limits.account) return (other) => other.account === account;
    if (this.#used + bytes > limits.all) return () => true;
    const after = held + bytes;
    if (after <= largestSmallBody) return undefined;
    const largeAfter = this.#usedByLarge + (held > largestSmallBody ? bytes : after);
    return largeAfter > limits.large ? (other) => other.held > largestSmallBody : undefined;
  }

  /** The one that is furthest behind, of the large ones where one of these is. */
  #slowest(isCandidate: (claim: Claim) => boolean): Claim | undefined {
    const now = this.#now();
    let large: Claim | undefined;
    let small: Claim | undefined;
    for (const claim of this.#receiving) {
      if (claim.fairUntil >= now || claim.held === 0 || !isCandidate(claim)) continue;
      if (claim.held > largestSmallBody) {
        if (large === undefined || claim.fairUntil < large.fairUntil) large = claim;
      } else if (small === undefined || claim.fairUntil < small.fairUntil) small = claim;
    }
    return large ?? small;
  }

  /**
   * Where nobody is slow: the largest of the account that holds most, if that is twice what the newcomer's would
   * hold. So many accounts that each send at full speed keep none out that sends little.
   */
  #heaviest(
    newcomer: Claim,
    bytes: number,
    isCandidate: (claim: Claim) => boolean,
  ): Claim | undefined {
    let heaviest: Claim | undefined;
    for (const claim of this.#receiving) {
      if (claim.held <= largestSmallBody || !isCandidate(claim)) continue;
      const lead = claim.account.held - (heaviest?.account.held ?? 0);
      if (lead > 0 || (lead === 0 && claim.held > (heaviest?.held ?? 0))) heaviest = claim;
    }
    if (heaviest === undefined) return undefined;
    return heaviest.account.held >= 2 * (newcomer.account.held + bytes) ? heaviest : undefined;
  }
}
