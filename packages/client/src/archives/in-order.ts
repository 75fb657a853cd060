/** The bounds of the items that are prepared at once. */
const mostEntries = 8;
const mostBytes = 8 * 1024 * 1024;

/**
 * Prepares several items at once and gives the results in the order of the items. An item that is larger than
 * the bounds is prepared alone.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  sizeOf: (item: Item) => number,
  prepare: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const ahead: { size: number; result: Promise<Result> }[] = [];
  let bytes = 0;
  const takeFirst = async (): Promise<Result[]> => {
    const first = ahead.shift();
    if (first === undefined) return [];
    const result = await first.result;
    bytes -= first.size;
    return [result];
  };
  for await (const item of items) {
    const size = sizeOf(item);
    while (ahead.length >= mostEntries || (ahead.length > 0 && bytes + size > mostBytes)) {
      yield* await takeFirst();
    }
    const result = prepare(item);
    // The caller handles the failure once it takes the result; until then the rejection must not count as unhandled.
    result.catch(() => {});
    bytes += size;
    ahead.push({ size, result });
  }
  while (ahead.length > 0) yield* await takeFirst();
}
