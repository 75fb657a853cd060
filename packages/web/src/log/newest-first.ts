/** The index of the first item with a lower id, in a list with falling ids. */
export function indexBelow(items: readonly { id: number }[], id: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle]?.id ?? 0) >= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of items with a higher id, in a list with falling ids. */
export function countAbove(items: readonly { id: number }[], id: number): number {
  return indexBelow(items, id + 1);
}

/** The index of the item with this id in a list with falling ids, or -1. */
export function indexOfId(items: readonly { id: number }[], id: number): number {
  const index = indexBelow(items, id + 1);
  return items[index]?.id === id ? index : -1;
}

/** The newest page, joined with the items that were known before and those that arrived meanwhile. */
interface Joined<Item> {
  items: readonly Item[];
  /** Whether the items known below the page are kept. */
  keepsOlder: boolean;
}

/**
 * Joins the newest page of a list with the known items. In the range of the page, known items that the page lacks were
 * deleted. Below it known items stay, unless there may be a gap between.
 * @param known the items at the time when the page came, with falling ids
 * @param newestBefore the newest id at the time of the call; higher ids arrived meanwhile
 * @param isLast whether the service has nothing older than the page
 */
export function joinNewest<Item extends { id: number }>(
  known: readonly Item[],
  page: readonly Item[],
  newestBefore: number,
  isLast: boolean,
): Joined<Item> {
  const newest = Math.max(page[0]?.id ?? 0, newestBefore);
  const arrived = known.slice(0, countAbove(known, newest));
  const oldest = page.at(-1)?.id ?? 0;
  const keepsOlder = !isLast && newestBefore >= oldest;
  const older = keepsOlder ? known.slice(indexBelow(known, oldest)) : [];
  return { items: [...arrived, ...page, ...older], keepsOlder: keepsOlder && older.length > 0 };
}

const recentMs = 2_000;

/** The items that came to the top of a list within the last two seconds. */
export class RecentAdditions {
  /** The lowest id and the time of each addition, the oldest first. */
  readonly #additions: { from: number; at: number }[] = [];

  add(lowestId: number): void {
    this.#forgetOld();
    this.#additions.push({ from: lowestId, at: performance.now() });
  }

  has(id: number): boolean {
    this.#forgetOld();
    const [first] = this.#additions;
    return first !== undefined && id >= first.from;
  }

  #forgetOld(): void {
    const after = performance.now() - recentMs;
    const kept = this.#additions.findIndex(({ at }) => at >= after);
    this.#additions.splice(0, kept < 0 ? this.#additions.length : kept);
  }
}
