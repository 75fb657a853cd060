import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { FairScheduler } from '../rendering/fair-scheduler.ts';
import type { Examined } from './examination.ts';
import type { ExaminationAnswer, ExaminationAsk } from './examination-thread.ts';

/** The thread works on texts of a MiB. */
const heapMebibytes = 128;

/** The thread died, or the server stops. */
export class NotExamined extends Error {
  override readonly name = 'NotExamined';
}

interface Waiting {
  resolve: (examined: Examined) => void;
  reject: (reason: NotExamined) => void;
}

/**
 * Examines requests in a thread, if that takes long: one after the other, always one of the account that has used the
 * least time. The first of them starts the thread. If it dies, the request that it was at fails, and the next one starts
 * another.
 */
export class Examiner {
  readonly #log: Pick<Logger, 'error'>;
  readonly #turns = new FairScheduler();
  #thread: Worker | undefined;
  #waiting: Waiting | undefined;
  #closed = false;

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  /**
   * @param ask makes the question once it is its turn, so that no copy of a body waits
   * @throws {NotExamined} if it could not be done
   */
  examine(accountId: number, ask: () => ExaminationAsk): Promise<Examined> {
    return this.#turns.runWaiting(accountId, () => this.#ask(ask));
  }

  /** Ends the thread. What is not examined yet never will be. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#settle({ failure: 'The server stops' });
    await this.#thread?.terminate();
  }

  #ask(ask: () => ExaminationAsk): Promise<Examined> {
    if (this.#closed) return Promise.reject(new NotExamined('The server stops'));
    return new Promise((resolve, reject) => {
      const thread = this.#startedThread();
      const question = ask();
      this.#waiting = { resolve, reject };
      thread.ref();
      thread.postMessage(question, [question.start.buffer]);
    });
  }

  #startedThread(): Worker {
    if (this.#thread !== undefined) return this.#thread;
    const thread = new Worker(new URL('./examination-thread.ts', import.meta.url), {
      name: 'hookwell-examiner',
      // The flags of the main thread (a test runner's loader, a debugger) are not this program's.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
    });
    thread.on('message', (answer: ExaminationAnswer) => {
      // An idle thread keeps no process alive.
      thread.unref();
      this.#settle(answer);
    });
    thread.on('error', (error) => {
      this.#log.error({ err: error }, 'The thread that decides about replies died');
    });
    thread.on('exit', () => {
      this.#thread = undefined;
      this.#settle({ failure: 'The thread ended' });
    });
    this.#thread = thread;
    return thread;
  }

  #settle(answer: ExaminationAnswer): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if ('examined' in answer) waiting?.resolve(answer.examined);
    else waiting?.reject(new NotExamined(answer.failure));
  }
}
