/** The pauses between attempts, in milliseconds. */
interface Pauses {
  firstMs: number;
  longestMs: number;
}

/** The pause after so many failures before this one: the first one, twice as long each time up to the longest. */
export function growingPause(failures: number, { firstMs, longestMs }: Pauses): number {
  return Math.min(longestMs, firstMs * 2 ** failures);
}
