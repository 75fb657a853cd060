/**
 * The name that is most like the text, the first of several; undefined if none has so few differences.
 * @param most how many characters may have to be inserted, removed or replaced
 * @param form of a name that is compared with the text
 */
export function nearestName(
  text: string,
  names: readonly string[],
  most: number,
  form = (name: string) => name,
): string | undefined {
  let nearest: string | undefined;
  let least = most + 1;
  for (const name of names) {
    const distance = editDistance(text, form(name));
    if (distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

/** The characters that must be inserted, removed or replaced (Levenshtein). */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
