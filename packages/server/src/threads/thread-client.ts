import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { growingPause } from '../growing-pause.ts';
import {
  type ExchangesOf,
  type FromThread,
  NotAnswered,
  type Thread,
  type ThreadError,
  type ToThread,
} from './messages.ts';

/** Before further starts of a thread that answered nothing since the last one. */
const pauses = { firstMs: 20, longestMs: 5000 };

/** The time between two looks at how long a thread has worked on a question with a deadline. */
const lookEveryMs = 10;

export interface ThreadOptions {
  /** Of a module that calls `answerQuestions`. */
  address: URL;
  name: string;
  /** For sentences: "The thread that …". */
  work: string;
  log: Pick<Logger, 'error'>;
  /** `workerData` there. */
  settings?: unknown;
  limits?: ResourceLimits;
  /** Whether it runs from the beginning, and another one takes its place when it dies. */
  keepsRunning?: boolean;
  /** It ends if it is asked nothing for so long; the next question starts another. */
  mostIdleMs?: number;
  /**
   * Told to end, it is cut off after so long. Without this it never is: Node 26 aborts the whole process if that hits a
   * thread while it makes a decompressor.
   */
  mostEndMs?: number;
  /** Makes the error that a failure is for those who asked; the name of one that left no answer is `NotAnswered`. */
  failure?: (failure: ThreadError) => Error;
  onNote?: (note: unknown) => void;
}

interface Waiting {
  // The answer's type follows from the kind that was asked; only `ask` knows it.
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

/**
 * The event loop's side of a thread. The first question starts it. If it dies, the questions that it had not answered fail, and
 * the next one starts another. One that is kept running is started again by itself, at first at once and then ever more slowly.
 * Without a question it keeps no process alive.
 */
export class ThreadClient<Exchanges extends ExchangesOf<Exchanges>> implements Thread<Exchanges> {
  /** Called when a new thread has taken the place of one that died, before anything is asked of it. */
  onRestart: () => void = () => {};

  readonly #options: ThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  /** The ends of all threads that were started and have not ended. */
  readonly #ends = new Set<Promise<void>>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isStopped = false;
  #idle: NodeJS.Timeout | undefined;
  /** Threads that ended since the last answer. */
  #failures = 0;
  #restart: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
    if (options.keepsRunning) this.#start();
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  ask<Kind extends keyof Exchanges>(
    kind: Kind,
    ask: Exchanges[Kind]['ask'],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Exchanges[Kind]['answer']> {
    if (this.#isStopped) return this.#refuse('is to end');
    if (this.#options.keepsRunning && !this.isRunning) return this.#refuse('is not running');
    clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    const id = ++this.#lastId;
    const question: ToThread = { id, kind: String(kind), ask };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage(question, transfer);
    });
  }

  /**
   * Asks one question of a thread that is asked no other meanwhile, and ends the thread, as if it had crashed, once the answer has
   * taken so much time of the processor. Node aborts the whole process if that hits a thread that decompresses: it must not.
   * @throws {NotAnswered} if the thread cannot answer, or has ended
   */
  async askWithin<Kind extends keyof Exchanges>(
    kind: Kind,
    ask: Exchanges[Kind]['ask'],
    mostMs: number,
    transfer?: readonly ArrayBuffer[],
  ): Promise<Exchanges[Kind]['answer']> {
    let isAnswered = false;
    let firstMs: number | undefined;
    let ending: Promise<void> | undefined;
    const look = async (): Promise<void> => {
      const usedMs = await this.#usedMs();
      firstMs ??= usedMs;
      if (!isAnswered && usedMs - firstMs >= mostMs) ending ??= this.kill();
    };
    const timer = setInterval(look, lookEveryMs).unref();
    try {
      return await this.ask(kind, ask, transfer);
    } finally {
      isAnswered = true;
      clearInterval(timer);
      // An answer may come before the thread has ended. The next question must not be asked of that thread.
      await ending;
    }
  }

  /** From now on no question is asked. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#idle);
    clearTimeout(this.#restart);
  }

  /** Ends the thread, once it has answered the question that it is at. */
  async close(): Promise<void> {
    this.stop();
    if (this.#worker !== undefined) this.#end(this.#worker);
    await Promise.all(this.#ends);
  }

  /**
   * The time of the processor that the thread has used, in milliseconds; 0 if there is none, or if it ends meanwhile. It is told
   * while the thread is busy, too.
   */
  async #usedMs(): Promise<number> {
    const used = await this.#worker?.cpuUsage().catch(() => undefined);
    return used === undefined ? 0 : (used.user + used.system) / 1000;
  }

  /** Ends the thread at once, as if it had crashed. */
  async kill(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const { address, name, work, log, settings, limits } = this.#options;
    const worker = new Worker(address, {
      name: `hookwell-${name}`,
      workerData: settings,
      // The flags of the main thread (a test runner's loader, a debugger) are not this program's.
      execArgv: [],
      resourceLimits: limits,
    });
    worker.on('message', (message: FromThread) => this.#receive(worker, message));
    worker.on('error', (error) => log.error({ err: error }, `The thread that ${work} failed`));
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        if (this.#worker === worker) this.#ended();
        resolve();
      });
    });
    this.#ends.add(ended);
    void ended.then(() => this.#ends.delete(ended));
    this.#worker = worker;
    return worker;
  }

  #receive(worker: Worker, message: FromThread): void {
    if ('note' in message) this.#options.onNote?.(message.note);
    if (!('id' in message)) return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    this.#failures = 0;
    if ('failure' in message) waiting?.reject(this.#error(message.failure));
    // See `Waiting`.
    else waiting?.resolve(message.answer as never);
    // A thread whose end is awaited keeps the process alive.
    if (this.#waiting.size > 0 || this.#isStopped) return;
    worker.unref();
    const { mostIdleMs } = this.#options;
    if (mostIdleMs !== undefined) this.#idle = setTimeout(() => this.#rest(), mostIdleMs).unref();
  }

  #rest(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker !== undefined) this.#end(worker);
  }

  #end(worker: Worker): void {
    worker.ref();
    worker.postMessage('end' satisfies ToThread);
    const { mostEndMs } = this.#options;
    if (mostEndMs === undefined) return;
    const cut = setTimeout(() => void worker.terminate(), mostEndMs);
    worker.once('exit', () => clearTimeout(cut));
  }

  #ended(): void {
    this.#worker = undefined;
    const unanswered = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of unanswered) reject(this.#notAnswered('ended before it answered'));
    if (this.#isStopped || !this.#options.keepsRunning) return;
    const { work, log } = this.#options;
    log.error(`The thread that ${work} ended; starting another one`);
    const pauseMs = this.#failures === 0 ? 0 : growingPause(this.#failures - 1, pauses);
    this.#failures += 1;
    this.#restart = setTimeout(() => {
      this.#start();
      this.onRestart();
    }, pauseMs);
  }

  #refuse(why: string): Promise<never> {
    return Promise.reject(this.#notAnswered(why));
  }

  #notAnswered(why: string): Error {
    return this.#error({
      name: 'NotAnswered',
      message: `The thread that ${this.#options.work} ${why}`,
    });
  }

  #error(failure: ThreadError): Error {
    return this.#options.failure?.(failure) ?? new NotAnswered(failure.message);
  }
}
