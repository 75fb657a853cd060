import FakeTimers from '@sinonjs/fake-timers';
import fc from 'fast-check';
import { StoreUnavailable } from '../../src/database/errors.ts';

/** What becomes of a question to the database. */
export type Fate =
  | 'done'
  /** It comes there after many other things. */
  | 'late'
  /** Its reply comes after many other things. */
  | 'stalled'
  /** It has no effect. */
  | 'failed'
  /** It has its effect, and the reply is lost. */
  | 'lost';

const fate = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Fate>('done') },
  { weight: 4, arbitrary: fc.constantFrom<Fate>('late', 'stalled', 'failed', 'lost') },
);
/** Questions after these are all `done`: shrinking leaves the fates that a failure needs. */
export const fates = fc.array(fate, { maxLength: 60, size: 'max' });

/** More steps than any sound run takes. */
const mostSteps = 5000;
/** What is late is so by so many other steps, if there are any. */
const lateSteps = 40;
/** A timer fires among other things if it is due within this time, else once nothing else happens. */
const nearMs = 1000;
/** Between two timers so many other things happen, if there are any. */
const stepsBetweenTimers = 4;
/** The one turn of the event loop that is not part of the model: all that waits for nothing has happened after it. */
const realTurn = setImmediate;

const faked = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'performance',
  'Date',
] as const;

/**
 * One run of a model: everything that happens outside the code under test happens here, one thing after the other, in an order that
 * fast-check chooses and shrinks. Timers are among these things: the next one that is due may fire at any moment, and then that is the
 * time.
 */
export class Schedule implements Disposable {
  readonly #scheduler: fc.Scheduler;
  readonly #fates: readonly Fate[];
  readonly #clock: FakeTimers.Clock;
  readonly #failures: unknown[] = [];
  #asked = 0;
  #actions = 0;
  #isTimeDue = false;
  #lastTimeStep = 0;
  #late: { step: number; go: () => void }[] = [];
  #steps = 0;
  readonly #onUnhandled = (error: unknown): void => void this.#failures.push(error);
  #isHealed = false;
  #hasFailed = false;

  constructor(scheduler: fc.Scheduler, fates: readonly Fate[]) {
    this.#scheduler = scheduler;
    this.#fates = fates;
    this.#clock = FakeTimers.install({ toFake: [...faked], now: 1_000_000_000_000 });
    process.on('unhandledRejection', this.#onUnhandled);
  }

  /** Resolves when the scheduler lets it. */
  later(label: string): Promise<void> {
    return this.#scheduler.schedule(Promise.resolve(), label);
  }

  /**
   * Asks something that is outside: the effect happens later, the reply comes later still.
   * @param fate the next one of the run if it is absent
   * @throws {StoreUnavailable} if it failed, or its reply was lost
   */
  async ask<Answer>(
    label: string,
    effect: () => Answer | Promise<Answer>,
    fate = this.nextFate(),
  ): Promise<Answer> {
    if (fate === 'failed' || fate === 'lost') this.#hasFailed = true;
    if (fate === 'late') await this.#wait();
    await this.later(`${label} comes to the database`);
    if (fate === 'failed') throw new StoreUnavailable(`${label} failed`);
    const answer = await effect();
    if (fate === 'stalled') await this.#wait();
    await this.later(`${label} is answered`);
    if (fate === 'lost') throw new StoreUnavailable(`The reply to ${label} was lost`);
    return answer;
  }

  nextFate(): Fate {
    const fate = (this.#isHealed ? undefined : this.#fates[this.#asked++]) ?? 'done';
    if (fate === 'failed' || fate === 'lost') this.#hasFailed = true;
    return fate;
  }

  /** Whether anything failed so far. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** What somebody does at some moment; the run waits for all of it. What it throws fails the run. */
  act(label: string, action: () => void | Promise<void>): void {
    this.#actions += 1;
    const acting = async (): Promise<void> => {
      await this.later(label);
      await action();
    };
    void acting()
      .catch((error: unknown) => this.#failures.push(error))
      .finally(() => {
        this.#actions -= 1;
      });
  }

  /** Fails the run if it does not hold, also where what is thrown gets lost. */
  must(holds: boolean, otherwise: string): void {
    if (!holds) this.#failures.push(new Error(otherwise));
  }

  /** So much time passes at some moment. */
  pass(milliseconds: number): void {
    this.act(`${milliseconds} ms pass`, () => void this.#clock.tick(milliseconds));
  }

  /** From now on nothing fails. */
  heal(): void {
    this.#isHealed = true;
  }

  /** Lets things happen until every action is done and the condition holds. */
  async until(isDone: () => boolean = () => true): Promise<void> {
    const mostNow = this.#steps + mostSteps;
    for (; ; this.#steps += 1) {
      await new Promise((resolve) => realTurn(resolve));
      if (this.#failures.length > 0) throw this.#failures[0];
      if (this.#actions === 0 && isDone()) return;
      if (this.#isTimeToPass) void this.#letTimePass();
      if (this.#letLateGo()) continue;
      if (this.#scheduler.count() === 0) throw new Error('Nothing happens any more');
      if (this.#steps === mostNow) throw new Error('It does not come to an end');
      await this.#scheduler.waitNext(1);
    }
  }

  #wait(): Promise<void> {
    return new Promise((go) => this.#late.push({ step: this.#steps + lateSteps, go }));
  }

  /** Lets go on what has been late for long enough, or all of it if nothing else is left. */
  #letLateGo(): boolean {
    const isDue = ({ step }: { step: number }) =>
      step <= this.#steps || this.#scheduler.count() === 0;
    const due = this.#late.filter(isDue);
    if (due.length === 0) return false;
    this.#late = this.#late.filter((late) => !due.includes(late));
    for (const { go } of due) go();
    return true;
  }

  get #isTimeToPass(): boolean {
    if (this.#isTimeDue || this.#clock.countTimers() === 0) return false;
    if (this.#scheduler.count() === 0 && this.#late.length === 0) return true;
    const since = this.#steps - this.#lastTimeStep;
    return since >= stepsBetweenTimers && this.#isTimerNear;
  }

  get #isTimerNear(): boolean {
    const mostMs = this.#clock.now + nearMs;
    for (const { callAt = 0 } of this.#clock.timers?.values() ?? []) {
      if (callAt <= mostMs) return true;
    }
    return false;
  }

  async #letTimePass(): Promise<void> {
    this.#isTimeDue = true;
    await this.later('the next timer fires');
    this.#isTimeDue = false;
    this.#lastTimeStep = this.#steps;
    this.#clock.next();
  }

  [Symbol.dispose](): void {
    process.off('unhandledRejection', this.#onUnhandled);
    this.#clock.uninstall();
  }
}

export interface CheckOptions {
  seed?: number | undefined;
  schedules: number;
  /** Whether a counterexample is made smaller, which takes a while; it is if this is absent. */
  isShrunk?: boolean;
}

/** A part of the server among events in any order. */
export interface Model {
  name: string;
  /** So many schedules take about a second. */
  schedulesPerSecond: number;
  /** Rejects with the shrunk counterexample, its seed and path. */
  check(options: CheckOptions): Promise<void>;
}

/**
 * A model that is told what is tried, and runs it once.
 * @param run rejects if a property does not hold
 */
export function model<Plan>(
  name: string,
  plan: fc.Arbitrary<Plan>,
  run: (plan: Plan, schedule: Schedule) => Promise<void>,
  schedulesPerSecond: number,
): Model {
  const property = fc.asyncProperty(
    plan,
    fc.scheduler(),
    fates,
    async (tried, scheduler, itsFates) => {
      using schedule = new Schedule(scheduler, itsFates);
      await run(tried, schedule);
    },
  );
  return {
    name,
    schedulesPerSecond,
    check: ({ seed, schedules, isShrunk = true }) =>
      fc.assert(property, {
        numRuns: schedules,
        endOnFailure: !isShrunk,
        ...(seed === undefined ? {} : { seed }),
      }),
  };
}
