import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { FairScheduler } from '../rendering/fair-scheduler.ts';
import type { Examined } from './examination.ts';
import type { ExaminationAnswer, ExaminationAsk, ThreadMessage } from './examination-thread.ts';

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

  /** From now on no examination begins: all that wait for their turn fail. */
  stop(): void {
    this.#closed = true;
  }

  /**
   * Ends the thread, once it has finished the request that it is at. It is never terminated: Node 26 aborts the whole
   * process if that hits a thread while it makes a decompressor.
   */
  async close(): Promise<void> {
    this.stop();
    const thread = this.#thread;
    if (thread === undefined) return;
    thread.ref();
    thread.postMessage('end' satisfies ThreadMessage);
    await new Promise((resolve) => thread.once('exit', resolve));
  }

  #ask(ask: () => ExaminationAsk): Promise<Examined> {
    if (this.#closed) return Promise.reject(new NotExamined('The server stops'));
    return new Promise((resolve, reject) => {
      const thread = this.#startedThread();
      const question = ask();
      this.#waiting = { resolve, reject };
      thread.ref();
      thread.postMessage(question satisfies ThreadMessage, [question.start.buffer]);
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
      // An idle thread keeps no process alive, unless its end is awaited.
      if (!this.#closed) thread.unref();
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
