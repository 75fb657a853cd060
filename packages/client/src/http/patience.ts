import { silenceError } from './error.ts';

/** The longest time that a timer can take: longer ones would end at once. */
const longestTimerMs = 2_147_483_647;

/**
 * A signal that is aborted by another one, or because something expected did not come in time. The code that
 * makes a limit must `end` it.
 */
export class Limit {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #follow = (): void => this.abort(this.#outer?.reason);
  #expectation:
    | { timer: ReturnType<typeof setTimeout>; untilMs: number; expire(): void }
    | undefined;

  constructor(outer?: AbortSignal) {
    this.#outer = outer;
    if (outer?.aborted) this.#follow();
    else outer?.addEventListener('abort', this.#follow);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason?: unknown): void {
    this.relax();
    this.#controller.abort(reason);
  }

  /** Aborts with a HookwellError unless `expect` or `relax` is called within this time. */
  expect(milliseconds: number): void {
    this.relax();
    if (this.signal.aborted) return;
    const expire = () => this.abort(silenceError(milliseconds));
    const timer = setTimeout(expire, Math.min(milliseconds, longestTimerMs));
    this.#expectation = { timer, untilMs: Date.now() + milliseconds, expire };
  }

  /** Expects nothing any more. */
  relax(): void {
    clearTimeout(this.#expectation?.timer);
    this.#expectation = undefined;
  }

  /** Aborts if the time is up by the clock: the timers of a sleeping machine stand still. */
  check(): void {
    if (this.#expectation !== undefined && Date.now() > this.#expectation.untilMs) {
      this.#expectation.expire();
    }
  }

  /** Ends the limit, and all work that still runs under its signal. */
  end(): void {
    this.#outer?.removeEventListener('abort', this.#follow);
    this.abort();
  }
}

/** Resolves after this time, or as soon as the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(milliseconds, longestTimerMs));
    signal.addEventListener('abort', done);
  });
}

export { retryAfterSeconds } from './error.ts';

/** The pauses between attempts, in milliseconds. */
interface Pauses {
  firstMs: number;
  longestMs: number;
}

/** The pause after so many failures before this one: the first one, twice as long each time up to the longest. */
export function growingPause(failures: number, { firstMs, longestMs }: Pauses): number {
  return Math.min(longestMs, firstMs * 2 ** failures);
}

/** A growing pause, less up to a half of it, so that many clients do not come back at once. */
export function backoff(
  failures: number,
  pauses: Pauses = { firstMs: 500, longestMs: 10_000 },
): number {
  return growingPause(failures, pauses) * (1 - Math.random() / 2);
}

/** A pause that can be ended early. */
export class WakeablePause {
  #waking: Limit | undefined;

  /** Resolves after `pauseMs`, or when the signal is aborted, or at `wake`, but then not before `atLeastMs`. */
  async wait(pauseMs: number, signal: AbortSignal, atLeastMs = 0): Promise<void> {
    const waking = new Limit(signal);
    this.#waking = waking;
    if (atLeastMs > 0) await pause(atLeastMs, signal);
    await pause(pauseMs - atLeastMs, waking.signal);
    waking.end();
  }

  wake(): void {
    this.#waking?.abort();
  }
}

/**
 * Repeats the call until it succeeds. Rejects with the signal's reason once the signal is aborted.
 * @param pauseAfter gives the milliseconds before the next attempt, `undefined` after a failure that is final
 */
export async function patiently<Result>(
  call: () => Promise<Result>,
  pauseAfter: (error: unknown, failures: number) => number | undefined,
  signal: AbortSignal,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      const milliseconds = pauseAfter(error, failures);
      if (milliseconds === undefined) throw error;
      await pause(milliseconds, signal);
    }
  }
}
