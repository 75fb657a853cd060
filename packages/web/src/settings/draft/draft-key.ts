let lastKey = 0;

/** A number that tells parts apart while they are edited. */
export function nextKey(): number {
  lastKey += 1;
  return lastKey;
}
