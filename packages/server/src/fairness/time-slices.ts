import { Overloaded } from './overloaded.ts';
import { Turns } from './turns.ts';

interface Task {
  /** Does the next step. True if it was the last. */
  step: () => boolean | Promise<boolean>;
  meter: Meter | undefined;
}

/** Sums up the time that a task took in its turns. */
export interface Meter {
  usedMs: number;
}

/** When work that waits for its turn is given up. */
export interface GivingUp {
  signal?: AbortSignal | undefined;
  /** So much work of the party may wait. */
  mostWaiting?: number;
}

interface Measured {
  meter?: Meter;
}

/** A task goes on for so long before the next one has its turn. */
const timeSliceMs = 2;

/**
 * Shares a thread fairly among parties (`parties.ts`), by the time that their work takes. Tasks go on in time slices, step by
 * step: the next slice is always for the party that has used the least time, and its tasks take turns. So a short
 * task waits for one slice at most, however much others ask for, and no party saves up time by asking for
 * nothing. Steps must be short. Between two slices the event loop handles its other events.
 */
export class TimeSlices {
  readonly #clock: () => number;
  readonly #turns = new Turns<Task>();
  #scheduled = false;

  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** Resolves with the result of the steps; rejects with their error, and when the signal is aborted. */
  run<Result>(
    party: number,
    steps: Generator<void, Result>,
    { signal, meter }: Measured & Pick<GivingUp, 'signal'> = {},
  ): Promise<Result> {
    let giveUp = (): void => {};
    const run = new Promise<Result>((resolve, reject) => {
      const step = () => {
        try {
          signal?.throwIfAborted();
          const { done, value } = steps.next();
          if (done === true) resolve(value);
          return done === true;
        } catch (error) {
          reject(error);
          return true;
        }
      };
      const task: Task = { step, meter };
      giveUp = () => {
        this.#turns.remove(party, task);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#add(party, task);
    });
    return run.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  /**
   * The same for work that waits for other threads: it awaits `turn` before each step. No other task has a turn while
   * it waits for them, so that all work together keeps one processor busy at most. Work that has begun goes on to its
   * end, even if nobody wants it any more.
   * @throws {Overloaded} if too much work of the party waits, and when the signal is aborted before it began
   */
  runWaiting<Result>(
    party: number,
    work: (turn: () => Promise<void>) => Promise<Result>,
    { signal, meter, mostWaiting = Number.POSITIVE_INFINITY }: GivingUp & Measured = {},
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(givenUp());
      if (this.#turns.waitingOf(party) >= mostWaiting) return reject(new Overloaded());
      const giveUp = () => {
        this.#turns.remove(party, task);
        reject(givenUp());
      };
      let stepped = (_isLast: boolean): void => {};
      let goOn = (): void => {
        signal?.removeEventListener('abort', giveUp);
        work(
          () =>
            new Promise((go) => {
              goOn = go;
              stepped(false);
            }),
        )
          .then(resolve, reject)
          .finally(() => stepped(true));
      };
      const step = () =>
        new Promise<boolean>((done) => {
          stepped = done;
          goOn();
        });
      const task: Task = { step, meter };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#add(party, task);
    });
  }

  #add(party: number, task: Task): void {
    this.#turns.add(party, task);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || this.#turns.isEmpty) return;
    this.#scheduled = true;
    setImmediate(async () => {
      await this.#turn();
      this.#scheduled = false;
      this.#schedule();
    });
  }

  async #turn(): Promise<void> {
    const queue = this.#turns.begin();
    if (queue === undefined) return;
    const task = queue.waiting.shift();
    const began = this.#clock();
    const isDone = task === undefined || (await this.#goOn(task, began + timeSliceMs));
    if (!isDone) queue.waiting.push(task);
    const tookMs = this.#clock() - began;
    if (task?.meter !== undefined) task.meter.usedMs += tookMs;
    this.#turns.ended(queue, tookMs);
  }

  /** Does steps of the task until `end`. True if it is done. */
  async #goOn({ step }: Task, end: number): Promise<boolean> {
    do {
      const stepped = step();
      if (stepped === true || (stepped !== false && (await stepped))) return true;
    } while (this.#clock() < end);
    return false;
  }
}

function givenUp(): Overloaded {
  return new Overloaded('The work was given up');
}
