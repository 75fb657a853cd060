/** Parts of a list of so many items at most: databases bound the number of a statement's values. */
export function* portions<Item>(items: readonly Item[], most: number): Generator<Item[], void> {
  for (let start = 0; start < items.length; start += most) yield items.slice(start, start + most);
}
