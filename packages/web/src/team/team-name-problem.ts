const mostCharacters = 100;

/** Finds a problem of a team's name before it is sent. */
export function teamNameProblem(name: string): string | undefined {
  const { length } = [...name];
  if (length === 0) return 'Give the team a name.';
  if (length <= mostCharacters) return undefined;
  return `At most ${mostCharacters} characters, and this has ${length}.`;
}
