/** A line on either side, or the two lines of which one became the other. */
interface LinePair {
  left?: string;
  right?: string;
}

/** More pairs than these are not looked at, since all of them are. */
const mostComparedPairs = 40_000;
const longestComparedCharacters = 2000;

/**
 * Lays lines that replace each other side by side if one became the other. Lines that have nothing in common stay
 * apart: first those of the left side, then those of the right. Both sides keep their order.
 */
export function pairedLines(lefts: readonly string[], rights: readonly string[]): LinePair[] {
  const pairs: LinePair[] = [];
  let left = 0;
  let right = 0;
  for (const [pairedLeft, pairedRight] of relatedPlaces(lefts, rights)) {
    pairs.push(...lefts.slice(left, pairedLeft).map((text) => ({ left: text })));
    pairs.push(...rights.slice(right, pairedRight).map((text) => ({ right: text })));
    pairs.push({ left: lefts[pairedLeft] ?? '', right: rights[pairedRight] ?? '' });
    left = pairedLeft + 1;
    right = pairedRight + 1;
  }
  pairs.push(...lefts.slice(left).map((text) => ({ left: text })));
  pairs.push(...rights.slice(right).map((text) => ({ right: text })));
  return pairs;
}

/** The places of as many related lines as possible, in order: the longest common subsequence. */
function relatedPlaces(lefts: readonly string[], rights: readonly string[]): [number, number][] {
  const places: [number, number][] = [];
  if (lefts.length * rights.length > mostComparedPairs) return places;
  const ours = lefts.map(traitsOf);
  const theirs = rights.map(traitsOf);
  const isRelated = ours.map((mine) => theirs.map((other) => areRelated(mine, other)));
  const width = rights.length + 1;
  const longest = new Uint16Array((lefts.length + 1) * width);
  const from = (left: number, right: number) => longest[left * width + right] ?? 0;
  for (let left = lefts.length - 1; left >= 0; left--) {
    for (let right = rights.length - 1; right >= 0; right--) {
      longest[left * width + right] = isRelated[left]?.[right]
        ? from(left + 1, right + 1) + 1
        : Math.max(from(left + 1, right), from(left, right + 1));
    }
  }
  let left = 0;
  let right = 0;
  while (left < lefts.length && right < rights.length) {
    if (isRelated[left]?.[right]) places.push([left++, right++]);
    else if (from(left + 1, right) >= from(left, right + 1)) left++;
    else right++;
  }
  return places;
}

interface LineTraits {
  /** The name of a field of JSON, or of an element of XML. */
  name: string | undefined;
  words: string[];
}

const fieldName = /^\s*("(?:[^"\\]|\\.)*":|<[^\s<>/!?]+)/;

function traitsOf(line: string): LineTraits {
  if (line.length > longestComparedCharacters) return { name: undefined, words: [] };
  const name = fieldName.exec(line)?.[1];
  return {
    name,
    words: wordsOf(line).filter((word) => /[\p{L}\p{N}]/u.test(word)),
  };
}

/** Fields are related by their name alone, other lines if they begin and end with at least half of the same words. */
function areRelated(one: LineTraits, other: LineTraits): boolean {
  if (one.name !== undefined || other.name !== undefined) return one.name === other.name;
  const { start, end } = commonEnds(one.words, other.words);
  const shared = one.words.slice(0, start).concat(one.words.slice(one.words.length - end));
  const longer = Math.max(lengthOf(one.words), lengthOf(other.words));
  return longer > 0 && lengthOf(shared) * 2 >= longer;
}

function lengthOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0);
}

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
function wordsOf(text: string): string[] {
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
