/** The most API keys that an account can have, as the contract says. */
export const maximumKeys = 20;

const maximumNameLength = 100;

/** What is wrong with the name of a key before it is sent anywhere. */
export function keyNameProblem(name: string): string | undefined {
  const { length } = [...name];
  if (length === 0) return 'Give the key a name, so that you know it again.';
  if (length <= maximumNameLength) return undefined;
  return `At most ${maximumNameLength} characters, and this has ${length}.`;
}
