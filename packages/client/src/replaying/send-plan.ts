/** The faults that a replay may put on the way to a receiver. */
export interface ReplayFaults {
  /** The number of times that each request is sent: 1 to 100; 1 if absent. */
  duplicate?: number | undefined;
  /** Send in an order of chance; copies of a request need not follow one another. */
  shuffle?: boolean | undefined;
  /** The share of the requests that are never sent, from 0 to 1: of ten requests 0.1 leaves out one. */
  drop?: number | undefined;
  /** Decides the order and what is left out: a whole number from 0 to 4,294,967,295; one of chance if absent. */
  seed?: number | undefined;
}

/** Which requests are sent, in which order. Requests are named by their places in the list of all, from 0 on. */
export interface SendPlan {
  /** The places in the order of sending; a request stands there once for each time that it is sent. */
  order: number[];
  /** The places that are left out, in rising order. */
  dropped: number[];
  seed: number;
}

const mostDuplicates = 100;
const highestSeed = 2 ** 32 - 1;

/** The most sendings of one plan: a plan is kept in memory. */
const mostSendings = 10_000_000;

/**
 * Plans the sending of so many requests. The same number and faults with the same seed give the same plan, on every
 * platform. What is left out depends neither on `duplicate` nor on `shuffle`.
 * @throws {RangeError} if a fault is out of its range, or the plan would be too long
 */
export function planSends(count: number, faults: ReplayFaults = {}): SendPlan {
  const { duplicate, shuffle, drop, seed } = checkedFaults(faults);
  if (count * duplicate > mostSendings) {
    throw new RangeError(`At most ${mostSendings} sendings can be planned`);
  }
  const numbers = new RandomNumbers(seed);
  const places = Array.from({ length: count }, (_, place) => place);
  const dropped = new Set(chosen(places, Math.round(count * drop), numbers));
  const order: number[] = [];
  for (const place of places) {
    for (let copy = 0; copy < duplicate && !dropped.has(place); copy++) order.push(place);
  }
  const sent = shuffle ? chosen(order, order.length, numbers) : order;
  return { order: sent, dropped: places.filter((place) => dropped.has(place)), seed };
}

/**
 * The faults with their values for what is absent.
 * @throws {RangeError} if one is out of its range
 */
function checkedFaults({
  duplicate = 1,
  shuffle = false,
  drop = 0,
  seed = seedOfChance(),
}: ReplayFaults): { [Name in keyof ReplayFaults]-?: NonNullable<ReplayFaults[Name]> } {
  if (!isWhole(duplicate, 1, mostDuplicates)) {
    throw new RangeError(`duplicate must be a whole number from 1 to ${mostDuplicates}`);
  }
  if (!(drop >= 0 && drop <= 1)) throw new RangeError('drop must be a number from 0 to 1');
  if (!isWhole(seed, 0, highestSeed)) {
    throw new RangeError(`seed must be a whole number from 0 to ${highestSeed}`);
  }
  return { duplicate, shuffle, drop, seed };
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function seedOfChance(): number {
  return globalThis.crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

/** So many of the items, in an order of chance: the beginning of a shuffle of all of them (Fisher and Yates). */
function chosen(items: readonly number[], count: number, numbers: RandomNumbers): number[] {
  const mixed = [...items];
  for (let place = 0; place < count; place++) {
    const other = place + numbers.below(mixed.length - place);
    const here = mixed[place] ?? 0;
    mixed[place] = mixed[other] ?? 0;
    mixed[other] = here;
  }
  return mixed.slice(0, count);
}

/** Numbers that look random and follow from a seed alone: the same on every platform. */
class RandomNumbers {
  #state: number;

  /** @param seed a whole number from 0 to 4,294,967,295 */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A whole number from 0 up to, but without, the bound. */
  below(bound: number): number {
    return Math.floor((this.#next() / 2 ** 32) * bound);
  }

  /**
   * The next 32 bits: a counter that is mixed well (SplitMix in 32 bits; multipliers of
   * https://github.com/skeeto/hash-prospector). The operations are those of 32-bit integers, which all engines agree on.
   */
  #next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return (bits ^ (bits >>> 15)) >>> 0;
  }
}
