/** An account can have so many API keys, as the contract says. */
export const mostKeys = 20;

const mostNameCharacters = 100;

/** Finds a problem of a key's name before it is sent. */
export function keyNameProblem(name: string): string | undefined {
  const { length } = [...name];
  if (length === 0) return 'Give the key a name, so that you recognise it later.';
  if (length <= mostNameCharacters) return undefined;
  return `At most ${mostNameCharacters} characters, and this has ${length}.`;
}
