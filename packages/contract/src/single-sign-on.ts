import { type Static, Type } from 'typebox';

/** The most characters of the path that a single sign-on comes back to. */
export const mostNextCharacters = 1000;

/** Where a single sign-on comes back to. */
export const SingleSignOnQuery = Type.Object({
  next: Type.Optional(
    Type.String({
      description: `The path of this service to come back to, ${mostNextCharacters} characters at most; any other text counts as \`/\``,
      examples: ['/e/k3v9x0q2m7c5t1b8z4w6n0d2fa'],
    }),
  ),
});
export type SingleSignOnQuery = Static<typeof SingleSignOnQuery>;

/**
 * Why a single sign-on failed: the `problem` in the address of the log-in page that it leads to.
 * - `away`: the identity provider does not answer, or not as it should
 * - `refused`: it refuses the log-in, or the user gave it up there
 * - `late`: the log-in was begun over ten minutes ago, or not in this browser, or was used already
 * - `not-allowed`: this service lets in neither the verified domain nor a group of this user
 * - `email-taken`: the account of this email belongs to another identity of the same provider
 * - `too-many`: too many log-ins from this address
 * - `failed`: this service cannot log anybody in right now
 */
export const singleSignOnProblems = [
  'away',
  'refused',
  'late',
  'not-allowed',
  'email-taken',
  'too-many',
  'failed',
] as const;
export type SingleSignOnProblem = (typeof singleSignOnProblems)[number];
