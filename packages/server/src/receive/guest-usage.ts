/** What guests hold, as this node knows it. */
export interface MeasuredBytes {
  all: number;
  byNetwork: ReadonlyMap<string, number>;
}

/** Bytes that the measurement does not have, or may not have. */
interface Recent {
  /** Handed to the store, which has not answered yet. */
  inFlight: number;
  /** Stored since the latest measurement began; and since the one before it began. */
  since: number;
  before: number;
}

/**
 * The bytes that guests hold, all together and by network: what was measured in the database, and what
 * this node stored since. A capture that is stored while a measurement runs counts twice until the
 * next one, never not at all.
 */
export class GuestUsage {
  #measured: MeasuredBytes = { all: 0, byNetwork: new Map() };
  readonly #all: Recent = nothing();
  /** Those of which this node stored something lately. */
  readonly #byNetwork = new Map<string, Recent>();

  get all(): number {
    return this.#measured.all + sum(this.#all);
  }

  of(network: string): number {
    const recent = this.#byNetwork.get(network);
    return (this.#measured.byNetwork.get(network) ?? 0) + (recent === undefined ? 0 : sum(recent));
  }

  /** Counts a capture that goes to the store. `settle` must follow. */
  take(network: string, bytes: number): void {
    let recent = this.#byNetwork.get(network);
    if (recent === undefined) {
      recent = nothing();
      this.#byNetwork.set(network, recent);
    }
    recent.inFlight += bytes;
    this.#all.inFlight += bytes;
  }

  /** The store has answered. */
  settle(network: string, bytes: number, isStored: boolean): void {
    for (const recent of [this.#all, this.#byNetwork.get(network)]) {
      if (recent === undefined) continue;
      recent.inFlight -= bytes;
      if (isStored) recent.since += bytes;
    }
  }

  /** A measurement begins: what is stored from now on may be missing in it. */
  measuring(): void {
    for (const recent of [this.#all, ...this.#byNetwork.values()]) {
      recent.before += recent.since;
      recent.since = 0;
    }
  }

  /** It has everything that was stored before it began. */
  measured(bytes: MeasuredBytes): void {
    this.#measured = bytes;
    this.#all.before = 0;
    for (const [network, recent] of this.#byNetwork) {
      recent.before = 0;
      if (sum(recent) === 0) this.#byNetwork.delete(network);
    }
  }
}

function nothing(): Recent {
  return { inFlight: 0, since: 0, before: 0 };
}

function sum({ inFlight, since, before }: Recent): number {
  return inFlight + since + before;
}
