import { commonEnds, pairedLines } from './pair-lines.ts';
import type { Change } from './pairs-comparison.tsx';
import { isVolatileLine } from './volatile.ts';

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

/**
 * Compares two texts line by line. Indentation is no change.
 * @param isJson whether the texts are indented JSON, in which the comma behind a line is none either
 */
export async function compareLines(
  left: string,
  right: string,
  { isJson = false } = {},
): Promise<ComparedLines> {
  const { diffArrays } = await import('diff');
  const rows = new Rows(linesOf(left), linesOf(right));
  const meant = isJson ? (line: string) => line.trim().replace(/,$/, '') : trimmed;
  const lefts = rows.lefts.map(meant);
  const rights = rows.rights.map(meant);
  const found = diffArrays(lefts, rights, { maxEditLength: mostEdits, timeout: longestMs });
  if (found === undefined) {
    const { start, end } = commonEnds(lefts, rights);
    rows.agree(start);
    rows.differ(lefts.length - start - end, rights.length - start - end);
    rows.agree(end);
    return { lines: rows.lines, isExact: false };
  }
  let removed = 0;
  for (const { added, removed: isRemoved, value } of found) {
    if (isRemoved) {
      removed = value.length;
      continue;
    }
    rows.differ(removed, added ? value.length : 0);
    if (!added) rows.agree(value.length);
    removed = 0;
  }
  rows.differ(removed, 0);
  return { lines: rows.lines, isExact: true };
}

/** A text without a character has no line. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function trimmed(line: string): string {
  return line.trim();
}

/** Takes the lines of both texts in their order, and numbers them. */
class Rows {
  readonly lefts: readonly string[];
  readonly rights: readonly string[];
  readonly lines: ComparedLine[] = [];
  #left = 0;
  #right = 0;

  constructor(lefts: readonly string[], rights: readonly string[]) {
    this.lefts = lefts;
    this.rights = rights;
  }

  agree(count: number): void {
    for (let index = 0; index < count; index++) {
      const left = { number: this.#left + 1, text: this.lefts[this.#left++] ?? '' };
      const right = { number: this.#right + 1, text: this.rights[this.#right++] ?? '' };
      this.lines.push({ change: 'same', left, right, isVolatile: false });
    }
  }

  /** Adds lines that replace each other. Those that became one another are side by side. */
  differ(leftCount: number, rightCount: number): void {
    const lefts = this.lefts.slice(this.#left, this.#left + leftCount);
    const rights = this.rights.slice(this.#right, this.#right + rightCount);
    for (const { left, right } of pairedLines(lefts, rights)) {
      this.lines.push({
        change: left === undefined ? 'added' : right === undefined ? 'removed' : 'changed',
        ...(left !== undefined && { left: { number: ++this.#left, text: left } }),
        ...(right !== undefined && { right: { number: ++this.#right, text: right } }),
        isVolatile: isVolatileLine(left, right),
      });
    }
  }
}
