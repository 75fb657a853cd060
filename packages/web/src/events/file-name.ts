const longestCharacters = 80;

/** A name for files about an event, whatever it is called: letters, digits, dots, hyphens and underscores. */
export function fileNameOf(event = ''): string {
  const name = event
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
    .slice(0, longestCharacters);
  return name === '' ? 'body' : name;
}
