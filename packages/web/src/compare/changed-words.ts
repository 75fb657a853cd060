/** A text in three parts: the other text has the same `start` and `end`, and another `middle`. */
export interface ChangedPart {
  start: string;
  middle: string;
  end: string;
}

/** Finds the part of each line that differs from the other. No character is cut. */
export function changedParts(left: string, right: string): [ChangedPart, ChangedPart] {
  const lefts = Array.from(left);
  const rights = Array.from(right);
  const { start, end } = commonEnds(lefts, rights);
  return [partOf(lefts, start, end), partOf(rights, start, end)];
}

/** The number of elements that both lists have in common at their start, and after that at their end. */
export function commonEnds(
  lefts: readonly string[],
  rights: readonly string[],
): { start: number; end: number } {
  const shorter = Math.min(lefts.length, rights.length);
  let start = 0;
  while (start < shorter && lefts[start] === rights[start]) start++;
  let end = 0;
  while (end < shorter - start && lefts.at(-1 - end) === rights.at(-1 - end)) end++;
  return { start, end };
}

function partOf(characters: readonly string[], start: number, end: number): ChangedPart {
  const behind = characters.length - end;
  return {
    start: characters.slice(0, start).join(''),
    middle: characters.slice(start, behind).join(''),
    end: characters.slice(behind).join(''),
  };
}
