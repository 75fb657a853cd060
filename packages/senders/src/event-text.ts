const mostEventCharacters = 100;

/**
 * Printable text alone: no control, format (bidi and other invisible characters), unassigned or private character, no half
 * of a surrogate pair, and no separator of lines or paragraphs. Each character is looked at once.
 */
const printable = /^[^\p{C}\p{Zl}\p{Zp}]+$/u;

/** The value as the name of an event, if it can be one: a text of 1 to 100 printable characters, not blank. */
export function eventText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // A character has at most two UTF-16 units, so longer texts need not be counted.
  if (value.length > 2 * mostEventCharacters || !printable.test(value)) return undefined;
  if ([...value].length > mostEventCharacters || value.trim() === '') return undefined;
  return value;
}
