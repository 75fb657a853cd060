import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SignedHead, Verification } from '../scheme.ts';
import type { Body } from './body.ts';
import type { BodyHashing, Method } from './method.ts';

/** Work in steps of some tenths of a millisecond, or of some milliseconds where one cannot be divided. */
export type Steps<Result> = Generator<void, Result, void>;

/** What is made of a smaller body takes a few milliseconds in all. */
const mostBytesAtOnce = 2 ** 16;

/** Verifies in steps: between those for a larger body others have their turn. */
export function inSteps(
  verified: (head: SignedHead, body: Body, hashing: BodyHashing | undefined) => Steps<Verification>,
): Method['verify'] {
  return (head, body, hashing) => {
    const steps = verified(head, body, hashing);
    return body.length <= mostBytesAtOnce ? atOnce(steps) : inTurns(steps);
  };
}

export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}
