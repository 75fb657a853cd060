import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { StoreUnavailable } from '../../database/errors.ts';
import type { DatabaseThread } from '../../database/sqlite/database-thread.ts';
import { receiveError } from '../../database/sqlite/errors.ts';
import type { AnswerMessage, Exchanges, ThreadSettings } from './messages.ts';

const firstBackoffMs = 20;
const longestBackoffMs = 5000;

interface Asked {
  // The answer's type follows from the kind that was asked; only `ask` knows it.
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

interface ThreadClientOptions extends Omit<ThreadSettings, 'tellsUsedBytes'> {
  log: Logger;
  /** Called with the store's size after each write. */
  onUsedBytes?: (usedBytes: number) => void;
}

/**
 * The event loop's side of one database thread. Questions are answered in the order in which they were
 * asked. A thread that dies is started again, at first at once and then ever more slowly; the questions that it
 * had not answered are rejected with StoreUnavailable: whether they had an effect is unknown.
 */
export class ThreadClient implements DatabaseThread<Exchanges> {
  /** Called when a new thread has taken the place of one that died, before anything is asked of it. */
  onRestart: () => void = () => {};

  readonly #options: ThreadClientOptions;
  readonly #asked = new Map<number, Asked>();
  #worker: Worker | undefined;
  #exited: Promise<void> = Promise.resolve();
  #lastId = 0;
  #backoffMs = 0;
  #restart: NodeJS.Timeout | undefined;
  #closing = false;

  constructor(options: ThreadClientOptions) {
    this.#options = options;
    this.#start();
  }

  ask<Kind extends keyof Exchanges>(
    kind: Kind,
    ask: Exchanges[Kind]['ask'],
    transfer: ArrayBuffer[] = [],
  ): Promise<Exchanges[Kind]['answer']> {
    const worker = this.#worker;
    if (worker === undefined || this.#closing) {
      return Promise.reject(
        new StoreUnavailable(`The database ${this.#options.thread} is not running`),
      );
    }
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#asked.set(id, { resolve, reject });
      worker.postMessage({ id, kind, ask }, transfer);
    });
  }

  /** Lets the thread answer the questions that it has, closes its connection and waits for its end. */
  async close(): Promise<void> {
    const closed = this.ask('close', null);
    this.#closing = true;
    clearTimeout(this.#restart);
    await closed.catch(() => undefined);
    await this.#worker?.terminate();
    await this.#exited;
  }

  /** Ends the thread at once, as if it had crashed. */
  async kill(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): void {
    const { thread, file, onUsedBytes } = this.#options;
    const settings: ThreadSettings = { thread, file, tellsUsedBytes: onUsedBytes !== undefined };
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      name: `hookwell-${thread}`,
      workerData: settings,
      // The flags of the main thread (a test runner's loader, a debugger) are not this program's.
      execArgv: [],
    });
    this.#worker = worker;
    worker.on('message', (message: AnswerMessage) => this.#receive(message));
    worker.on('error', (error) =>
      this.#options.log.error({ err: error }, `The database ${thread} failed`),
    );
    this.#exited = new Promise((resolve) => {
      worker.on('exit', () => {
        this.#ended();
        resolve();
      });
    });
  }

  #receive(message: AnswerMessage): void {
    const asked = this.#asked.get(message.id);
    this.#asked.delete(message.id);
    this.#backoffMs = 0;
    if ('error' in message) {
      asked?.reject(receiveError(message.error));
      return;
    }
    if (message.usedBytes !== undefined) this.#options.onUsedBytes?.(message.usedBytes);
    // See `Asked`.
    asked?.resolve(message.answer as never);
  }

  #ended(): void {
    this.#worker = undefined;
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject } of asked) {
      reject(new StoreUnavailable(`The database ${this.#options.thread} ended before it answered`));
    }
    if (this.#closing) return;
    this.#options.log.error(`The database ${this.#options.thread} ended; starting another one`);
    this.#restart = setTimeout(() => {
      this.#start();
      this.onRestart();
    }, this.#backoffMs);
    this.#backoffMs = Math.min(Math.max(this.#backoffMs * 2, firstBackoffMs), longestBackoffMs);
  }
}
