import { editDistance } from '@hookwell/match/edit-distance';

/** A text of more characters is compared with nothing. */
const mostCharacters = 40;

/**
 * ` (did you mean github?)`, for the name that was most likely meant, whatever its case; empty if none is near. The text
 * itself is not shown: it may be a secret.
 */
export function nearestTo(text: string, names: readonly string[]): string {
  if (text.length > mostCharacters) return '';
  const asked = plain(text);
  const most = Math.min(2, Math.floor(asked.length / 3));
  const [best] = names
    .map((name) => ({ name, distance: editDistance(asked, plain(name)) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance);
  return best === undefined ? '' : ` (did you mean ${best.name}?)`;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
