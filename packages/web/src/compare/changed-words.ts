/** A text in three parts: the other text has the same `start` and `end`, and another `middle`. */
export interface ChangedPart {
  start: string;
  middle: string;
  end: string;
}

/** Finds the part of each line that differs from the other. No word and no character is cut. */
export function changedParts(left: string, right: string): [ChangedPart, ChangedPart] {
  const lefts = wordsOf(left);
  const rights = wordsOf(right);
  const { start, end } = commonEnds(lefts, rights);
  return [partOf(lefts, start, end), partOf(rights, start, end)];
}

/** Cuts a text into words, and into single characters between them. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}_]+|[\s\S]/gu) ?? [];
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

function partOf(words: readonly string[], start: number, end: number): ChangedPart {
  const behind = words.length - end;
  return {
    start: words.slice(0, start).join(''),
    middle: words.slice(start, behind).join(''),
    end: words.slice(behind).join(''),
  };
}
