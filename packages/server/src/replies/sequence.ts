/**
 * Steps that come one after another, each at once if it can. `yield* result(step)` is like an `await` that takes no turn of
 * the event loop where there is nothing to wait for.
 */
export type Sequence<Result> = Generator<Promise<unknown>, Result, unknown>;

/** The result of a step, once there is one. */
export function* result<Result>(step: Result | Promise<Result>): Sequence<Result> {
  // The sequence goes on with what the promise gave.
  return step instanceof Promise ? ((yield step) as Result) : step;
}

/** Runs a sequence: a promise only if a step had to be waited for. */
export function inSequence<Result>(steps: Sequence<Result>): Result | Promise<Result> {
  const { done, value } = steps.next();
  return done === true ? value : goOn(steps, value);
}

async function goOn<Result>(steps: Sequence<Result>, awaited: Promise<unknown>): Promise<Result> {
  for (let waiting = awaited; ; ) {
    const { done, value } = await waiting.then(
      (given) => steps.next(given),
      (error) => steps.throw(error),
    );
    if (done === true) return value;
    waiting = value;
  }
}
