import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SignedHead, Verification } from '../scheme.ts';
import type { Body } from './body.ts';
import type { BodyHashing, Method } from './method.ts';

/** Work in steps of some tenths of a millisecond, or of some milliseconds where one cannot be divided. */
export type Steps<Result> = Generator<void, Result, void>;

/** The turns of work that takes long. */
export interface WorkTurns {
  /** Does a step on the event loop. */
  step<Result>(work: () => Result): Promise<Result>;
  /** Does work that waits for Node's thread pool, which has other work too: it should be one at a time. */
  aside<Result>(work: () => Promise<Result>): Promise<Result>;
}

let last: Promise<unknown> = Promise.resolve();

/** One step in a turn of the event loop, and the thread pool in the order of asking. */
export const usualTurns: WorkTurns = {
  step: async (work) => {
    await nextTurn();
    return work();
  },
  aside: (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  },
};

/** All work on a body up to this size takes a few milliseconds. */
export const mostBytesAtOnce = 2 ** 16;

/**
 * Verifies in steps: between those for a larger body others have their turn.
 * @param most bytes of a body for which that is not needed
 */
export function inSteps(
  verified: (head: SignedHead, body: Body, hashing: BodyHashing | undefined) => Steps<Verification>,
  most = mostBytesAtOnce,
): Method['verify'] {
  return (head, body, hashing, turns) => {
    const steps = verified(head, body, hashing);
    return body.length <= most ? atOnce(steps) : inTurns(steps, turns);
  };
}

export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

async function inTurns<Result>(steps: Steps<Result>, turns: WorkTurns): Promise<Result> {
  for (;;) {
    const step = await turns.step(() => steps.next());
    if (step.done) return step.value;
  }
}
