import { commonEnds } from './changed-words.ts';
import type { Change } from './compare-pairs.ts';
import { isVolatileLine } from './volatile-line.ts';

/** A line on both sides, or on one of them. Numbers count from 1. */
export interface ComparedLine {
  change: Change;
  left?: { number: number; text: string };
  right?: { number: number; text: string };
  /** Whether the lines differ only in values that are new in every request. */
  isVolatile: boolean;
}

export interface ComparedLines {
  lines: ComparedLine[];
  /** False if the texts differ too much, so that only their common ends were found. */
  isExact: boolean;
}

/** More differences than these would take seconds to find. */
const mostEdits = 4000;
const longestMs = 1500;

/** Compares two texts line by line. */
export async function compareLines(left: string, right: string): Promise<ComparedLines> {
  const { diffArrays } = await import('diff');
  const lefts = left.split('\n');
  const rights = right.split('\n');
  const found = diffArrays(lefts, rights, { maxEditLength: mostEdits, timeout: longestMs });
  const rows = new Rows();
  if (found === undefined) {
    compareEnds(lefts, rights, rows);
    return { lines: rows.lines, isExact: false };
  }
  let removed: string[] = [];
  for (const { added, removed: isRemoved, value } of found) {
    if (isRemoved) {
      removed = value;
      continue;
    }
    rows.differ(removed, added ? value : []);
    if (!added) rows.agree(value);
    removed = [];
  }
  rows.differ(removed, []);
  return { lines: rows.lines, isExact: true };
}

/** Compares only the common ends of both texts. Everything between them differs. */
function compareEnds(lefts: readonly string[], rights: readonly string[], rows: Rows): void {
  const { start, end } = commonEnds(lefts, rights);
  rows.agree(lefts.slice(0, start));
  rows.differ(lefts.slice(start, lefts.length - end), rights.slice(start, rights.length - end));
  rows.agree(lefts.slice(lefts.length - end));
}

/** Collects lines and numbers them. */
class Rows {
  readonly lines: ComparedLine[] = [];
  #left = 0;
  #right = 0;

  agree(texts: readonly string[]): void {
    for (const text of texts) {
      const left = { number: ++this.#left, text };
      const right = { number: ++this.#right, text };
      this.lines.push({ change: 'same', left, right, isVolatile: false });
    }
  }

  /** Adds lines that replace each other, side by side. */
  differ(lefts: readonly string[], rights: readonly string[]): void {
    for (let index = 0; index < Math.max(lefts.length, rights.length); index++) {
      const left = lefts[index];
      const right = rights[index];
      this.lines.push({
        change: left === undefined ? 'added' : right === undefined ? 'removed' : 'changed',
        ...(left !== undefined && { left: { number: ++this.#left, text: left } }),
        ...(right !== undefined && { right: { number: ++this.#right, text: right } }),
        isVolatile: isVolatileLine(left, right),
      });
    }
  }
}
