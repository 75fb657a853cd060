import { editDistance } from '@hookwell/match/edit-distance';

/** A word of more characters is compared with nothing. */
const mostCharacters = 40;

/** ` (did you mean "endpoints"?)`, for the name that a mistyped word most likely means; empty if none is near. */
export function perhaps(word: string, names: readonly string[], prefix = ''): string {
  const name = nearest(word, names);
  return name === undefined ? '' : ` (did you mean "${prefix}${name}"?)`;
}

/** The name with the fewest differences, or else one that begins with the word. */
function nearest(word: string, names: readonly string[]): string | undefined {
  if (word.length > mostCharacters) return undefined;
  const most = Math.min(2, Math.floor(word.length / 2));
  const [best] = names
    .map((name) => ({ name, distance: editDistance(word, name) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance);
  return best?.name ?? names.find((name) => word.length > 2 && name.startsWith(word));
}
