import { Overloaded } from '../fairness/overloaded.ts';

/** Parts of a list of so many items at most: databases bound the number of a statement's values. */
export function* portions<Item>(items: readonly Item[], most: number): Generator<Item[], void> {
  for (let start = 0; start < items.length; start += most) yield items.slice(start, start + most);
}

/** One query asks for so many names. */
const mostNamesInQuery = 512;

/** Too many names wait to be looked up. */
export class TooManyLookUps extends Overloaded {}

interface LookUp<Found> {
  found: Promise<Found | undefined>;
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

interface LookUpOptions<Found> {
  /** One query, for names each of which stands once, but the last one. Gives what was found, by name. */
  ask(names: string[]): Promise<ReadonlyMap<string, Found>>;
  /** So many names may wait. */
  mostWaiting: number;
  /** The next group waits for so long after one with names that were not found. */
  pauseAfterMissMs?: number;
}

/**
 * Finds what has a name with one query at a time, so that a flood of look-ups takes one connection to the database and few statements.
 * Names that are asked for meanwhile form the next group, each of them once. A look-up always begins after the request
 * that needs it: nothing is remembered.
 */
export class GroupedLookUps<Found> {
  readonly #options: LookUpOptions<Found>;
  #waiting = new Map<string, LookUp<Found>>();
  #isRunning = false;

  constructor(options: LookUpOptions<Found>) {
    this.#options = options;
  }

  /**
   * Finds what has the name; undefined if nothing has.
   * @throws {TooManyLookUps} if too many names wait
   * @throws {StoreUnavailable} if the database does not answer
   */
  find(name: string): Promise<Found | undefined> {
    const waiting = this.#waiting.get(name);
    if (waiting !== undefined) return waiting.found;
    if (this.#waiting.size >= this.#options.mostWaiting)
      return Promise.reject(new TooManyLookUps());
    const lookUp = Promise.withResolvers<Found | undefined>();
    this.#waiting.set(name, { ...lookUp, found: lookUp.promise });
    if (!this.#isRunning) void this.#run();
    return lookUp.promise;
  }

  async #run(): Promise<void> {
    const { pauseAfterMissMs = 0 } = this.#options;
    this.#isRunning = true;
    while (this.#waiting.size > 0) {
      const group = this.#waiting;
      this.#waiting = new Map();
      const foundAll = await this.#settle(group);
      if (!foundAll && pauseAfterMissMs > 0)
        await new Promise((resolve) => setTimeout(resolve, pauseAfterMissMs).unref());
    }
    this.#isRunning = false;
  }

  /** Settles each look-up of the group. Returns whether all names were found; never rejects. */
  async #settle(group: Map<string, LookUp<Found>>): Promise<boolean> {
    const names = [...group.keys()];
    try {
      for (const asked of portions(names, mostNamesInQuery)) {
        for (const [name, found] of await this.#options.ask(filledUp(asked))) {
          group.get(name)?.resolve(found);
          group.delete(name);
        }
      }
      for (const lookUp of group.values()) lookUp.resolve(undefined);
      return group.size === 0;
    } catch (error) {
      for (const lookUp of group.values()) lookUp.reject(error);
      return false;
    }
  }
}

/** Fills the list up to a power of two with its last name, so that databases prepare ten statements, not hundreds. */
function filledUp(names: string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(names.length));
  const last = names.at(-1) ?? '';
  return [...names, ...new Array<string>(length - names.length).fill(last)];
}
