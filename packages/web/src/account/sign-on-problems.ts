/** Why a single sign-on failed, by the word in the address that it came back to. */
const sentences: ReadonlyMap<string, string> = new Map([
  ['away', 'The single sign-on cannot be reached right now. Try again in a few minutes.'],
  ['refused', 'The single sign-on did not let you in, or you left it. Try it again.'],
  [
    'late',
    'This single sign-on took more than ten minutes, or was begun elsewhere. Begin it again.',
  ],
  ['not-allowed', 'Your email or your groups are not let in here. Ask whoever runs this service.'],
  [
    'email-taken',
    'The account of your email belongs to another log-in of the single sign-on. Ask whoever runs this service.',
  ],
  ['too-many', 'Too many log-ins from your network. Try again in a minute.'],
]);

/** Anybody can write a word into an address, so it is never shown itself. */
export function signOnProblem(problem: string): string {
  return sentences.get(problem) ?? 'The single sign-on failed. Try again in a few minutes.';
}
