import type { Read } from '../../history/operation.ts';
import type { Facts } from '../facts.ts';
import type { Removal } from '../removals.ts';

/** Whole lists, and what may have been removed before they ended. */
export class WholeLists {
  readonly #facts: Facts;
  readonly #lists: ReadonlyMap<number, readonly Read[]>;
  readonly #removals: ReadonlyMap<number, readonly Removal[]>;

  constructor(facts: Facts, removals: readonly Removal[]) {
    this.#facts = facts;
    const reads = facts.operations.filter((operation) => operation.kind === 'read');
    this.#lists = Map.groupBy(reads.filter(isWhole), ({ account }) => account);
    this.#removals = Map.groupBy(removals, ({ account }) => account);
  }

  /** The lists of this endpoint and of its account. */
  of(endpoint: number): Read[] {
    return concerning(this.#lists.get(this.#facts.endpoints.accountOf(endpoint)), endpoint);
  }

  /** What may have removed something of this endpoint. */
  removalsOf(endpoint: number): Removal[] {
    return concerning(this.#removals.get(this.#facts.endpoints.accountOf(endpoint)), endpoint);
  }

  /**
   * The highest id in a list that ended before anything may have been removed: what such a list does not show has no id up to
   * this one. -1 without one.
   */
  completeThrough(endpoint: number): number {
    const removed = this.removalsOf(endpoint).reduce(
      (first, { began }) => Math.min(first, began),
      Number.POSITIVE_INFINITY,
    );
    return this.of(endpoint)
      .filter(({ ended }) => ended < removed)
      .reduce((highest, { captures: [newest] }) => Math.max(highest, newest?.id ?? -1), -1);
  }
}

/** Asked for everything, and answered. */
function isWhole({ outcome, from, through }: Read): boolean {
  return outcome === 'done' && from <= 1 && through === null;
}

function concerning<Item extends { endpoint?: number | undefined }>(
  items: readonly Item[] | undefined,
  endpoint: number,
): Item[] {
  return (items ?? []).filter((item) => (item.endpoint ?? endpoint) === endpoint);
}
