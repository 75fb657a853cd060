import { AccountQueues } from '../capture-log/account-queues.ts';

interface Task {
  /** Does the next step. True if it was the last. */
  step: () => boolean | Promise<boolean>;
}

/** A task goes on for so long before the next one has its turn. */
const timeSliceMs = 2;

/**
 * Shares a thread fairly among accounts, by the time that their work takes. Tasks go on in time slices, step by step:
 * the next slice is always for the account that has used the least time, and its tasks take turns. So a short
 * task waits for one slice at most, however much others ask for, and no account saves up time by asking for
 * nothing. Steps must be short. Between two slices the event loop handles its other events.
 */
export class FairScheduler {
  readonly #clock: () => number;
  readonly #queues = new AccountQueues<Task>();
  #scheduled = false;

  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** Resolves with the result of the steps; rejects with their error, and when the signal is aborted. */
  run<Result>(
    accountId: number,
    steps: Generator<void, Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
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
      this.#add(accountId, { step });
    });
  }

  /**
   * The same for work that waits for other threads: it awaits `turn` before each step. No other task has a turn while
   * it waits for them, so that all work together keeps one processor busy at most.
   */
  runWaiting<Result>(
    accountId: number,
    work: (turn: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      let stepped = (_isLast: boolean): void => {};
      let goOn = (): void => {
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
      this.#add(accountId, { step });
    });
  }

  #add(accountId: number, task: Task): void {
    this.#queues.add(accountId, task);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || this.#queues.isEmpty) return;
    this.#scheduled = true;
    setImmediate(async () => {
      await this.#turn();
      this.#scheduled = false;
      this.#schedule();
    });
  }

  async #turn(): Promise<void> {
    const queue = this.#queues.begin();
    if (queue === undefined) return;
    const task = queue.waiting.shift();
    const began = this.#clock();
    const isDone = task === undefined || (await this.#goOn(task, began + timeSliceMs));
    if (!isDone) queue.waiting.push(task);
    this.#queues.ended(queue, this.#clock() - began);
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
