interface Task {
  /** Does the next step; true when it was the last. */
  step: () => boolean;
}

/** How long, in milliseconds, a task may go on before the next one's turn. */
const TURN = 4;

/**
 * Shares a thread among accounts: tasks go on step by step, account after account, and among the tasks of one
 * account one after the other, so that nobody waits for more than a turn of each other account. Steps must be
 * short. Between two turns the event loop hears what else there is.
 */
export class Turns {
  /** By account, in the order of their turns. */
  readonly #tasks = new Map<number, Task[]>();
  #scheduled = false;

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
      const tasks = this.#tasks.get(accountId);
      if (tasks === undefined) this.#tasks.set(accountId, [{ step }]);
      else tasks.push({ step });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#tasks.size === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#turn();
      this.#schedule();
    });
  }

  #turn(): void {
    for (const [accountId, tasks] of this.#tasks) {
      const task = tasks.shift();
      this.#tasks.delete(accountId);
      if (task !== undefined && !goOn(task)) tasks.push(task);
      if (tasks.length > 0) this.#tasks.set(accountId, tasks);
      return;
    }
  }
}

/** Whether the task is done. */
function goOn({ step }: Task): boolean {
  const end = performance.now() + TURN;
  do {
    if (step()) return true;
  } while (performance.now() < end);
  return false;
}
