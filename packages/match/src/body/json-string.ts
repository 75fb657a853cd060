/** The text between the quotes of a JSON string without its escapes. */
export function decodeString(source: string, isCut = false): string {
  if (!source.includes('\\')) return source;
  if (!isCut) return parseString(source);
  // The cut may have gone through the last escape, which has at most six characters.
  for (let end = source.length; end > source.length - 6; end--) {
    try {
      return parseString(source.slice(0, end));
    } catch {
      // One character less.
    }
  }
  return '';
}

function parseString(source: string): string {
  // The scanner has found it to be a string of JSON.
  return JSON.parse(`"${source}"`) as string;
}
