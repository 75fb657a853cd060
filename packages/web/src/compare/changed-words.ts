/** The middle of two texts that differ: what both begin and end with stays out of it. */
export interface ChangedPart {
  start: string;
  middle: string;
  end: string;
}

/** What differs between two lines: one part on each side, never inside of a character. */
export function changedParts(left: string, right: string): [ChangedPart, ChangedPart] {
  const lefts = Array.from(left);
  const rights = Array.from(right);
  const shorter = Math.min(lefts.length, rights.length);
  let start = 0;
  while (start < shorter && lefts[start] === rights[start]) start++;
  let end = 0;
  while (end < shorter - start && lefts.at(-1 - end) === rights.at(-1 - end)) end++;
  return [partOf(lefts, start, end), partOf(rights, start, end)];
}

function partOf(characters: readonly string[], start: number, end: number): ChangedPart {
  const behind = characters.length - end;
  return {
    start: characters.slice(0, start).join(''),
    middle: characters.slice(start, behind).join(''),
    end: characters.slice(behind).join(''),
  };
}
