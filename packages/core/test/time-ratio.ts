/** Comparisons of times that no other program and no other thread of this one can spoil. */

/** A ratio that is too large is measured so often: one time each without an interruption is enough. */
const mostRounds = 40;
/** What takes less is no measure. */
const leastMs = 0.05;

/**
 * How many times as long the one work takes as the other. They have turns, and the least time of each counts, since whatever else
 * happens only adds to a time: of three rounds, or of as many as it takes until the ratio is below `enough`.
 */
export async function timeRatio(
  one: () => void,
  other: () => void,
  enough: number,
): Promise<number> {
  let [oneMs, otherMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ratio = () => oneMs / Math.max(otherMs, leastMs);
  for (let round = 0; round < 3 || (round < mostRounds && ratio() >= enough); round += 1) {
    // What earlier rounds left is closed first.
    await new Promise((resolve) => setImmediate(resolve));
    oneMs = Math.min(oneMs, elapsedMs(one));
    otherMs = Math.min(otherMs, elapsedMs(other));
  }
  return ratio();
}

function elapsedMs(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
