import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Scope, SearchQuery, SearchStep } from '../../capture-log/capture-log.ts';
import { StoreUnavailable } from '../../database/errors.ts';
import type { SearchAsk, SearchMessage, SearchThreadSettings } from './search-thread.ts';

interface Waiting {
  resolve: (step: SearchStep) => void;
  reject: (error: Error) => void;
}

interface SearchClientOptions {
  url: string;
  log: Logger;
  /** A thread that was asked nothing for this time ends, with its connection. */
  longestIdleMs?: number | undefined;
}

const defaultLongestIdleMs = 60_000;
/** The time in which the thread may close its connection. */
const goodbyeMs = 500;

/**
 * The event loop's side of the thread that searches. The first search starts it, and the first one after its end or
 * its death starts another. The steps that a dead thread had not answered are rejected with StoreUnavailable.
 */
export class SearchClient {
  readonly #url: string;
  readonly #log: Logger;
  readonly #longestIdleMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #lastAsk = 0;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** The ends of all threads that were started and have not ended. */
  readonly #ends = new Set<Promise<void>>();

  constructor({ url, log, longestIdleMs = defaultLongestIdleMs }: SearchClientOptions) {
    this.#url = url;
    this.#log = log;
    this.#longestIdleMs = longestIdleMs;
  }

  /** Whether the thread runs, and so has a connection. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /**
   * Runs one step in the thread.
   * @throws {StoreUnavailable} if the database is away, if the thread dies, after `close`
   */
  step(scope: Scope, query: SearchQuery): Promise<SearchStep> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable('The store is closed'));
    clearTimeout(this.#idle);
    const worker = this.#startedWorker();
    return new Promise((resolve, reject) => {
      const ask = ++this.#lastAsk;
      this.#waiting.set(ask, { resolve, reject });
      // An idle thread keeps no process alive.
      worker.ref();
      worker.postMessage({ kind: 'step', ask, scope, query } satisfies SearchAsk);
    });
  }

  /** Ends the thread at once, as if it had crashed: the steps that it has not answered are rejected. */
  kill(): void {
    void this.#worker?.terminate();
  }

  /** The same, and starts no other. */
  giveUp(): void {
    this.#isClosed = true;
    this.kill();
  }

  /** Ends the thread and its connection, in order if that is quick. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    this.#end();
    await Promise.all(this.#ends);
  }

  #startedWorker(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const settings: SearchThreadSettings = { url: this.#url };
    const worker = new Worker(new URL('./search-thread.ts', import.meta.url), {
      name: 'hookwell-search',
      workerData: settings,
      // The flags of the main thread (a test runner's loader, a debugger) are not this program's.
      execArgv: [],
    });
    worker.on('message', (message: SearchMessage) => this.#receive(message));
    worker.on('error', (error) =>
      this.#log.error({ err: error }, 'The thread that searches failed'),
    );
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

  #receive(message: SearchMessage): void {
    if ('lost' in message) {
      this.#log.warn({ cause: message.lost }, 'The connection for searches was lost');
      return;
    }
    const waiting = this.#waiting.get(message.ask);
    this.#waiting.delete(message.ask);
    if ('step' in message) waiting?.resolve(message.step);
    else if (message.isUnavailable) waiting?.reject(new StoreUnavailable(message.failure));
    else waiting?.reject(new Error(message.failure));
    if (this.#waiting.size > 0) return;
    this.#worker?.unref();
    this.#idle = setTimeout(() => this.#end(), this.#longestIdleMs).unref();
  }

  /** Asks the thread to end, and ends it if it does not. The next search starts another. */
  #end(): void {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#ended();
    worker.ref();
    worker.postMessage({ kind: 'close' } satisfies SearchAsk);
    const cut = setTimeout(() => void worker.terminate(), goodbyeMs);
    worker.once('exit', () => clearTimeout(cut));
  }

  #ended(): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) {
      reject(new StoreUnavailable('The thread that searches ended before it answered'));
    }
    this.#waiting.clear();
  }
}
