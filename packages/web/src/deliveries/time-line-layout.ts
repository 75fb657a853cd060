/** `even` gives every gap a width that grows with its logarithm, `linear` one that grows with its length. */
export type TimeScale = 'even' | 'linear';

/** One or more attempts that are drawn as one. */
export interface Mark {
  /** Its centre, in pixels from the left end. */
  x: number;
  /** The index of its first attempt. */
  from: number;
  /** The index after its last attempt. */
  to: number;
}

/** The time between the last attempt of a mark and the first attempt of the next one. */
export interface Gap {
  /** The centres of both marks. */
  fromX: number;
  toX: number;
  ms: number;
}

export interface TimeLine {
  width: number;
  /** When the attempts arrived, in milliseconds. They never fall: an earlier time counts as the one before it. */
  times: readonly number[];
  marks: readonly Mark[];
  /** One fewer than marks. */
  gaps: readonly Gap[];
}

/** Pixels from the ends of the line to the outermost marks. */
export const endSpace = 28;
/** The least pixels between the centres of two marks: the word below a mark has room. */
export const leastDistance = 54;
/** The pixels that a gap gains when it becomes ten times as long, where there is room. */
const pixelsPerDecade = 40;
/** Gaps much shorter than this differ little in their width. */
const shortGapMs = 100;

/**
 * Places attempts on a line. Each is in one mark; marks rise in time and never touch. Of more attempts than the width
 * has room for, some share a mark: on an even line those between the first and the last ones, on a linear one those
 * that are too close to each other.
 * @param times when the attempts arrived, in milliseconds, in the order of the attempts
 * @param width in pixels
 */
export function layOut(times: readonly number[], scale: TimeScale, width: number): TimeLine {
  const rising = madeRising(times);
  const marks = scale === 'even' ? evenMarks(rising, width) : linearMarks(rising, width);
  const gaps = marks.slice(1).map((next, index) => {
    // There is a mark before each but the first one.
    const before = marks[index] ?? next;
    return { fromX: before.x, toX: next.x, ms: gapBefore(rising, next) };
  });
  return { width, times: rising, marks, gaps };
}

/** A moment of the line in pixels: between marks in proportion, after the last mark as a gap of that length. */
export function xAt({ marks, gaps, times, width }: TimeLine, at: number): number {
  for (const [index, gap] of gaps.entries()) {
    const end = times[marks[index + 1]?.from ?? 0] ?? 0;
    // Of several marks at one moment the last one counts.
    if (at >= end) continue;
    const start = times[(marks[index]?.to ?? 1) - 1] ?? end;
    const share = at <= start ? 0 : (at - start) / (end - start);
    return gap.fromX + share * (gap.toX - gap.fromX);
  }
  const lastX = marks.at(-1)?.x ?? 0;
  const after = Math.max(0, at - (times.at(-1) ?? at));
  const distance = after === 0 ? 0 : (leastDistance + pixelsPerDecade * decades(after)) / 2;
  return Math.min(width, lastX + distance);
}

/** The size of a gap from 0 on: it grows by 1 when the gap becomes ten times as long. */
export function decades(ms: number): number {
  return Math.log10(1 + ms / shortGapMs);
}

/** The clocks of two nodes may differ, so a later attempt can have an earlier time. */
function madeRising(times: readonly number[]): number[] {
  let latest = Number.NEGATIVE_INFINITY;
  return times.map((time) => {
    latest = Math.max(latest, time);
    return latest;
  });
}

function gapBefore(times: readonly number[], { from }: Mark): number {
  return (times[from] ?? 0) - (times[from - 1] ?? 0);
}

function evenMarks(times: readonly number[], width: number): Mark[] {
  const room = Math.max(0, width - 2 * endSpace);
  const groups = groupsOf(times.length, Math.floor(room / leastDistance) + 1);
  const sizes = groups.map((group, index) => (index === 0 ? 0 : decades(gapBefore(times, group))));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const spare = Math.max(0, room - leastDistance * (groups.length - 1));
  const perSize = total === 0 ? 0 : Math.min(pixelsPerDecade, spare / total);
  let x = endSpace;
  return groups.map((group, index) => {
    if (index > 0) x += leastDistance + perSize * (sizes[index] ?? 0);
    return { ...group, x };
  });
}

/** The first attempts one by one, then one group of those that have no room, then the last ones one by one. */
function groupsOf(count: number, mostMarks: number): Mark[] {
  const most = Math.max(1, mostMarks);
  const single = (index: number): Mark => ({ x: 0, from: index, to: index + 1 });
  if (count <= most) return Array.from({ length: count }, (_, index) => single(index));
  const last = Math.floor((most - 1) / 2);
  const first = most - 1 - last;
  return [
    ...Array.from({ length: first }, (_, index) => single(index)),
    { x: 0, from: first, to: count - last },
    ...Array.from({ length: last }, (_, index) => single(count - last + index)),
  ];
}

function linearMarks(times: readonly number[], width: number): Mark[] {
  const room = Math.max(0, width - 2 * endSpace);
  const start = times[0] ?? 0;
  const length = (times.at(-1) ?? start) - start;
  const marks: Mark[] = [];
  for (const [index, time] of times.entries()) {
    const x = endSpace + (length === 0 ? 0 : ((time - start) / length) * room);
    const open = marks.at(-1);
    if (open === undefined || x - open.x >= leastDistance) {
      marks.push({ x, from: index, to: index + 1 });
    } else open.to = index + 1;
  }
  return marks;
}
