/**
 * The places of what is looked for, in order. `undefined` comes after each bounded piece of work, so that the work can
 * rest there.
 */
export type Hits = Generator<number | undefined, void>;

/** A longer text is not looked for, since each character of a body may be compared with all of it. */
export const longestQuery = 300;

const sliceCharacters = 64 * 1024;

/** Finds a text between two indexes of another one. Case does not matter, and hits do not overlap. */
export function* textHits(text: string, query: string, from = 0, to = text.length): Hits {
  if (query === '') return;
  const pattern = anyCase(query, 'gi');
  let at = from;
  while (at < to) {
    let end = Math.min(to, at + sliceCharacters);
    // A hit may begin in this slice and end in the next one.
    const slice = text.slice(at, Math.min(to, end + query.length - 1));
    for (const { index } of slice.matchAll(pattern)) {
      yield at + index;
      end = Math.max(end, at + index + query.length);
    }
    at = end;
    yield undefined;
  }
}

/** An expression for a text in any case. What it finds has the same length. */
export function anyCase(text: string, flags = 'i'): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), flags);
}

/** The page is busy for about so long, and then free for what else has to be done. */
const turnMs = 10;

/** Collects at most so many hits, in short turns. Gives `undefined` if they are no longer wanted. */
export async function collectHits(
  hits: Hits,
  most: number,
  signal: AbortSignal,
): Promise<number[] | undefined> {
  const found: number[] = [];
  let began = performance.now();
  while (found.length < most) {
    const { value, done } = hits.next();
    if (done) break;
    if (value !== undefined) found.push(value);
    else if (performance.now() - began > turnMs) {
      await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted) return undefined;
      began = performance.now();
    }
  }
  return found;
}

/** A part of a line that is marked. */
export interface Mark {
  from: number;
  to: number;
  /** Whether the search stands at this hit. */
  isCurrent: boolean;
}

/** The marks of hits of one length within a part of their text, by their indexes in that part. */
export function marksIn(
  {
    hits,
    length,
    current,
  }: { hits: readonly number[]; length: number; current?: number | undefined },
  from: number,
  to: number,
): Mark[] {
  const marks: Mark[] = [];
  for (let index = firstAbove(hits, from - length); index < hits.length; index++) {
    const hit = hits[index] ?? to;
    if (hit >= to) break;
    marks.push({
      from: Math.max(0, hit - from),
      to: Math.min(to, hit + length) - from,
      isCurrent: hit === current,
    });
  }
  return marks;
}

/** The index of the first of these rising numbers that is above the bound. */
function firstAbove(numbers: readonly number[], bound: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
