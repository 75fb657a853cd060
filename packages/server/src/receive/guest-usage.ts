/** The bytes that guests hold in the database, as of the latest measurement. */
export interface MeasuredBytes {
  all: number;
  byNetwork: ReadonlyMap<string, number>;
}

/** Bytes that are missing, or may be missing, in the latest measurement. */
interface RecentBytes {
  /** Handed to the store, which has not answered yet. */
  inFlight: number;
  /** Stored since the latest measurement began. */
  since: number;
  /** Stored between the beginnings of the latest measurement and the one before it, until the latest ends. */
  before: number;
}

/**
 * The bytes that guests hold, all together and by network: those measured in the database, and those that
 * this node stored since. A capture that is stored while a measurement runs may count twice until the
 * next one ends, but always counts.
 */
export class GuestUsage {
  #measured: MeasuredBytes = { all: 0, byNetwork: new Map() };
  readonly #all: RecentBytes = nothing();
  /** Only networks whose captures this node stored lately. */
  readonly #byNetwork = new Map<string, RecentBytes>();

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

  /** Notes the store's answer. */
  settle(network: string, bytes: number, isStored: boolean): void {
    for (const recent of [this.#all, this.#byNetwork.get(network)]) {
      if (recent === undefined) continue;
      recent.inFlight -= bytes;
      if (isStored) recent.since += bytes;
    }
  }

  /** Notes that a measurement begins: captures that are stored from now on may be missing in it. */
  measuring(): void {
    for (const recent of [this.#all, ...this.#byNetwork.values()]) {
      recent.before += recent.since;
      recent.since = 0;
    }
  }

  /** Notes its result, which has all captures that were stored before it began. */
  measured(bytes: MeasuredBytes): void {
    this.#measured = bytes;
    this.#all.before = 0;
    for (const [network, recent] of this.#byNetwork) {
      recent.before = 0;
      if (sum(recent) === 0) this.#byNetwork.delete(network);
    }
  }
}

function nothing(): RecentBytes {
  return { inFlight: 0, since: 0, before: 0 };
}

function sum({ inFlight, since, before }: RecentBytes): number {
  return inFlight + since + before;
}
