import type { SingleSignOnProblem } from '@hookwell/contract';

/** A single sign-on failed. The message says why in words for operators; users are told the problem alone. */
export class SignOnFailure extends Error {
  readonly problem: SingleSignOnProblem;

  constructor(problem: SingleSignOnProblem, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'SignOnFailure';
    this.problem = problem;
  }
}
