/** Comparisons of times that no other program, and no other thread of this one, can spoil. */

/** A ratio that is too large is measured so often: what else happens only adds to a time. */
const mostRounds = 40;
/** What takes less is no measure. */
const leastMs = 0.05;

/** The processor time in ms that the work takes on this thread, without that of the threads that collect garbage and compile. */
export function threadMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How many times as long the one work takes as the other. They have turns, and the least time of each counts: of two rounds, or of as
 * many as it takes until the ratio is below `enough`.
 */
export async function timeRatio(
  one: () => void,
  other: () => void,
  enough: number,
): Promise<number> {
  let [oneMs, otherMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ratio = () => oneMs / Math.max(otherMs, leastMs);
  for (let round = 0; round < 2 || (round < mostRounds && ratio() >= enough); round += 1) {
    // What earlier rounds left is closed first.
    await new Promise((resolve) => setImmediate(resolve));
    oneMs = Math.min(oneMs, threadMs(one));
    otherMs = Math.min(otherMs, threadMs(other));
  }
  return ratio();
}
