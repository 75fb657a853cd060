import type { Logger } from 'pino';
import { Overloaded } from '../fairness/overloaded.ts';
import { Tally } from '../fairness/tally.ts';
import { type ExchangesOf, NotAnswered } from '../threads/messages.ts';
import { ThreadClient } from '../threads/thread-client.ts';
import type { PoolTasks } from './tasks.ts';

/** Threads of which one does nothing but evaluations. On two processors the others are what makes a slow task delay few. */
const threadCount = 3;
/**
 * What waits of a kind: of the node, and of one tenant. A sender waits for each evaluation: a burst of large requests is common, and
 * those that are not evaluated are answered 503. Explanations take a millisecond or two, and strangers cause them: of these
 * one runs at a time, so that they keep nobody's reads waiting.
 */
const maxWaiting = 200;
const maxTenantWaiting = { evaluation: 100, explanation: 100, other: 20 };
type TaskKind = keyof typeof maxTenantWaiting;
/** What runs when the pool is closed is cut off after this. */
const maxEndMs = 250;
/** The heap of a thread: contracts and settings of some MiB, and the body of one task. */
const heapMebibytes = 192;

export interface TaskOptions {
  /** Whose task it is (`fairness/parties.ts`). */
  tenant: number;
  /** What a webhook's sender waits for is an evaluation. */
  kind?: TaskKind;
  /** The time of the processor that it may take: past it the thread is ended. */
  timeoutMs: number;
  /** The time that it may wait for a thread. */
  waitMs: number;
  /** Once aborted, a task that waits is given up. */
  signal?: AbortSignal | undefined;
}

/** A task took more time or memory than it may, and the thread that it ran in was ended. */
export class TaskEnded extends Error {
  override readonly name = 'TaskEnded';

  constructor() {
    super('The task took too much time or memory');
  }
}

/** The thread ended before it answered. */
class ThreadEnded extends Error {}

/** What a task is asked, made once a thread is free for it, and the memory that is handed over with it. */
type Prepare<Ask> = () => { ask: Ask; transfer?: readonly ArrayBuffer[] };

/** What a thread is asked first: it answers once it has started. */
interface Starting {
  start: { ask: undefined; answer: true };
}

interface Waiting<Tasks extends ExchangesOf<Tasks>> {
  kind: TaskKind;
  /** Of those with the same key one runs at a time. */
  key: string;
  run: (thread: ThreadClient<Tasks>) => Promise<void>;
}

interface PoolThread<Tasks extends ExchangesOf<Tasks>> {
  client: ThreadClient<Tasks>;
  onlyEvaluates: boolean;
  isBusy: boolean;
}

/**
 * Runs short tasks in a few threads, so that none holds the event loop. Tasks begin in the order in which they came, but a tenant has
 * one evaluation and one other task running at a time, and all have one explanation. A task past its time is ended together with its thread; nothing that is run here
 * may decompress, since Node aborts the whole process if a thread is ended while it does.
 */
export class WorkerPool<Tasks extends ExchangesOf<Tasks> & Starting = PoolTasks> {
  readonly #threads: readonly PoolThread<Tasks>[];
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting<Tasks>>();
  /** Of each kind, and of each tenant of it. */
  readonly #waitingOf = new Tally<string>();
  readonly #running = new Set<string>();
  #isClosed = false;

  /** @param address for tests: of another program than `worker.ts` */
  constructor(log: Pick<Logger, 'error'>, address = new URL('./worker.ts', import.meta.url)) {
    this.#threads = Array.from({ length: threadCount }, (_, at) => ({
      client: new ThreadClient<Tasks>({
        address,
        name: `worker-${at}`,
        work: 'runs short tasks',
        log,
        limits: { maxOldGenerationSizeMb: heapMebibytes },
        mostEndMs: maxEndMs,
        failure: ({ name, message }) =>
          name === 'NotAnswered' ? new ThreadEnded(message) : new NotAnswered(message),
      }),
      onlyEvaluates: at === 0,
      isBusy: false,
    }));
  }

  /**
   * @throws {Overloaded} if too many tasks wait, or no thread is free in time
   * @throws {TaskEnded} if the task took too much time or memory
   * @throws {NotAnswered} if the task throws, or the pool is closed
   */
  async run<Kind extends keyof Tasks>(
    kind: Kind,
    prepare: Prepare<Tasks[Kind]['ask']>,
    options: TaskOptions,
  ): Promise<Tasks[Kind]['answer']> {
    const { tenant, kind: of = 'other', timeoutMs, waitMs, signal } = options;
    const ofTenant = `${of} ${tenant}`;
    if (this.#isClosed) throw new NotAnswered('The server stops');
    const waitingOf = this.#waitingOf;
    if (waitingOf.of(of) >= maxWaiting || waitingOf.of(ofTenant) >= maxTenantWaiting[of])
      throw new Overloaded();
    if (signal?.aborted) throw new Overloaded();
    const count = (by: number): void => {
      waitingOf.add(of, by);
      waitingOf.add(ofTenant, by);
    };
    return await new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        this.#waiting.delete(waiting);
        count(-1);
      };
      const giveUp = (): void => {
        stopWaiting();
        reject(new Overloaded());
      };
      const run = (thread: ThreadClient<Tasks>): Promise<void> => {
        stopWaiting();
        return this.#ask(thread, kind, prepare, timeoutMs).then(resolve, reject);
      };
      const key = of === 'explanation' ? of : ofTenant;
      const waiting: Waiting<Tasks> = { kind: of, key, run };
      const timer = setTimeout(giveUp, waitMs).unref();
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiting);
      count(1);
      this.#begin();
    });
  }

  /** Ends the threads. What runs or waits fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map(({ client }) => client.close()));
  }

  /** Gives each free thread the first task that may run in it. */
  #begin(): void {
    for (const waiting of this.#waiting) {
      const { key } = waiting;
      if (this.#running.has(key)) continue;
      const thread = this.#freeThread(waiting.kind === 'evaluation');
      if (thread === undefined) continue;
      thread.isBusy = true;
      this.#running.add(key);
      void waiting.run(thread.client).finally(() => {
        thread.isBusy = false;
        this.#running.delete(key);
        this.#begin();
      });
    }
  }

  /** Rather one that runs already. */
  #freeThread(isEvaluation: boolean): PoolThread<Tasks> | undefined {
    const free = this.#threads.filter(
      ({ isBusy, onlyEvaluates }) => !isBusy && (isEvaluation || !onlyEvaluates),
    );
    return free.find(({ client }) => client.isRunning) ?? free[0];
  }

  async #ask<Kind extends keyof Tasks>(
    thread: ThreadClient<Tasks>,
    kind: Kind,
    prepare: Prepare<Tasks[Kind]['ask']>,
    timeoutMs: number,
  ): Promise<Tasks[Kind]['answer']> {
    try {
      // The time that a thread takes to start does not count.
      if (!thread.isRunning) await thread.ask('start', undefined);
      const { ask, transfer } = prepare();
      return await thread.askWithin(kind, ask, timeoutMs, transfer);
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      throw this.#isClosed ? new NotAnswered('The server stops') : new TaskEnded();
    }
  }
}
