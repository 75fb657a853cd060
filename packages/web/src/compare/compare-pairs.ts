import { isVolatile } from './volatile.ts';

export type Change = 'same' | 'changed' | 'added' | 'removed';

/** One name with its value on either side. */
export interface ComparedPair {
  name: string;
  left: string | undefined;
  right: string | undefined;
  change: Change;
  isVolatile: boolean;
}

interface Pair {
  name: string;
  value: string;
}

/**
 * Compares names and values in the order of the left side. Repeats of a name are compared in their order.
 * @param keyOf makes equal keys of names that mean the same, such as names of headers in another case
 */
export function comparePairs(
  left: readonly Pair[],
  right: readonly Pair[],
  keyOf: (name: string) => string = (name) => name,
): ComparedPair[] {
  const rights = Map.groupBy(right, ({ name }) => keyOf(name));
  const rows = left.map(({ name, value }) => {
    return compared(name, value, rights.get(keyOf(name))?.shift()?.value);
  });
  const added = right.filter((pair) => rights.get(keyOf(pair.name))?.includes(pair));
  return [...rows, ...added.map(({ name, value }) => compared(name, undefined, value))];
}

function compared(name: string, left: string | undefined, right: string | undefined): ComparedPair {
  return {
    name,
    left,
    right,
    change: changeOf(left, right),
    isVolatile: isVolatile(name, left, right),
  };
}

function changeOf(left: string | undefined, right: string | undefined): Change {
  if (left === right) return 'same';
  if (left === undefined) return 'added';
  return right === undefined ? 'removed' : 'changed';
}
