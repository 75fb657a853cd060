/** Where in a list with falling ids the first one stands whose id is lower than this. */
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

/** How many of a list with falling ids have a higher id. */
export function countAbove(items: readonly { id: number }[], id: number): number {
  return indexBelow(items, id + 1);
}

/** Where in a list with falling ids this one stands; -1 where it does not. */
export function indexOfId(items: readonly { id: number }[], id: number): number {
  const index = indexBelow(items, id + 1);
  return items[index]?.id === id ? index : -1;
}

/** The newest page joined with what was known before it was asked for, and what arrived meanwhile. */
export interface Joined<Item> {
  items: readonly Item[];
  /** Whether everything that was known below the page is still there. */
  keepsOlder: boolean;
}

/**
 * Joins the newest page of a list with the items of before. In the page's own range the page is right:
 * what it does not have was deleted. Below it the old items stay, unless there may be a gap between.
 * @param known the items at the time the page came, with falling ids
 * @param newestBefore the newest id at the time it was asked for; what is above arrived meanwhile
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
