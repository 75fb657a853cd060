import type { SingleSignOnProblem } from '@hookwell/contract';

/** A single sign-on failed. The message says why in words for operators; users are told the problem alone. */
export class SignOnFailure extends Error {
  readonly problem: SingleSignOnProblem;
  /** The email or subject of who is not let in; absent if that is not known, or it was not their doing. */
  account?: string;

  constructor(problem: SingleSignOnProblem, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'SignOnFailure';
    this.problem = problem;
  }
}
