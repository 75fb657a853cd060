interface Task {
  /** Does the next step; true when it was the last. */
  step: () => boolean | Promise<boolean>;
}

interface Queue {
  tasks: Task[];
  /** How much the account has used, on the clock that `#now` shows. */
  used: number;
}

/** How long, in milliseconds, a task may go on before the next one's turn. */
const TURN = 2;

/**
 * Shares a thread among accounts by the time that their work takes: tasks go on step by step, next always those of
 * the account that has used the least, and among the tasks of one account one after the other. So what is
 * short waits for a turn at most, however much others ask for, and nobody saves up by asking for nothing. Steps
 * must be short. Between two turns the event loop hears what else there is.
 */
export class Turns {
  readonly #clock: () => number;
  readonly #queues = new Map<number, Queue>();
  /** What accounts have used that want nothing now, where it is more than `#now`. */
  readonly #absent = new Map<number, number>();
  /** What the account had used whose turn was the last: whoever comes begins there. */
  #now = 0;
  #scheduled = false;

  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** Resolves with what the steps return; rejects with what they throw, and when the signal is aborted. */
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
   * The same for work that waits for other threads: it calls `turn` after each step. Nobody else has a turn
   * meanwhile, so that all work together keeps one processor busy at most.
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
    const queue = this.#queues.get(accountId);
    if (queue === undefined) {
      const used = Math.max(this.#absent.get(accountId) ?? 0, this.#now);
      this.#absent.delete(accountId);
      this.#queues.set(accountId, { tasks: [task], used });
    } else {
      queue.tasks.push(task);
    }
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || this.#queues.size === 0) return;
    this.#scheduled = true;
    setImmediate(async () => {
      await this.#turn();
      this.#scheduled = false;
      this.#schedule();
    });
  }

  async #turn(): Promise<void> {
    const next = this.#leastUsed();
    if (next === undefined) return;
    const [accountId, queue] = next;
    this.#now = queue.used;
    const task = queue.tasks.shift();
    const began = this.#clock();
    const isDone = task === undefined || (await this.#goOn(task, began + TURN));
    queue.used += this.#clock() - began;
    if (!isDone) queue.tasks.push(task);
    if (queue.tasks.length > 0) return;
    this.#queues.delete(accountId);
    this.#absent.set(accountId, queue.used);
    for (const [id, used] of this.#absent) if (used <= this.#now) this.#absent.delete(id);
  }

  #leastUsed(): [number, Queue] | undefined {
    let least: [number, Queue] | undefined;
    for (const entry of this.#queues) {
      if (least === undefined || entry[1].used < least[1].used) least = entry;
    }
    return least;
  }

  /** Whether the task is done. */
  async #goOn({ step }: Task, end: number): Promise<boolean> {
    do {
      const stepped = step();
      if (stepped === true || (stepped !== false && (await stepped))) return true;
    } while (this.#clock() < end);
    return false;
  }
}
