import { type MessagePort, Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { giveWay } from '../fairness/thread-priority.ts';

/** A question to a thread, word that nobody waits for its answer any more, or the order to end. */
export type ThreadMessage<Question extends object> =
  | { id: number; question: Question }
  | { givenUp: number }
  | 'end';

/** The answer to a question, or the cause of a failure. */
export type ThreadAnswer<Answer> = { id: number } & ({ answer: Answer } | { failure: string });

export interface ThreadProgram {
  /** It calls `answerQuestions`. */
  address: URL;
  name: string;
  heapMebibytes: number;
  /** The line of the log if it dies. */
  death: string;
}

/** The thread could not answer, it died, or the server stops. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered';
}

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (reason: NotAnswered) => void;
}

/**
 * Answers questions in a thread, which the first of them starts. If it dies, the questions that it was at fail, and the
 * next one starts another. It keeps no process alive but while it answers.
 */
export class QuestionThread<Question extends object, Answer> {
  readonly #program: ThreadProgram;
  readonly #log: Pick<Logger, 'error'>;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #thread: Worker | undefined;
  #lastId = 0;
  #closed = false;

  constructor(program: ThreadProgram, log: Pick<Logger, 'error'>) {
    this.#program = program;
    this.#log = log;
  }

  /**
   * @param transfer the memory that goes over to the thread with the question
   * @param signal tells the thread that nobody waits any more; it settles once the thread has let go of the question
   * @throws {NotAnswered} if it could not be done
   */
  ask(question: Question, transfer: readonly ArrayBuffer[], signal?: AbortSignal): Promise<Answer> {
    if (this.#closed) return Promise.reject(new NotAnswered('The server stops'));
    if (signal?.aborted) return Promise.reject(new NotAnswered('The question was given up'));
    this.#lastId += 1;
    const id = this.#lastId;
    const thread = this.#startedThread();
    const giveUp = () => this.#send(thread, { givenUp: id });
    signal?.addEventListener('abort', giveUp, { once: true });
    const answered = new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    thread.ref();
    this.#send(thread, { id, question }, transfer);
    return answered.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  /** From now on no question is asked. */
  stop(): void {
    this.#closed = true;
  }

  /**
   * Ends the thread, once it has let go of the questions that it is at. It is never terminated: Node 26 aborts the whole
   * process if that hits a thread while it makes a decompressor.
   */
  async close(): Promise<void> {
    this.stop();
    const thread = this.#thread;
    if (thread === undefined) return;
    thread.ref();
    this.#send(thread, 'end');
    await new Promise((resolve) => thread.once('exit', resolve));
  }

  #send(
    thread: Worker,
    message: ThreadMessage<Question>,
    transfer: readonly ArrayBuffer[] = [],
  ): void {
    thread.postMessage(message, transfer);
  }

  #startedThread(): Worker {
    if (this.#thread !== undefined) return this.#thread;
    const { address, name, heapMebibytes, death } = this.#program;
    const thread = new Worker(address, {
      name,
      // The flags of the main thread (a test runner's loader, a debugger) are not this program's.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
    });
    thread.on('message', (answer: ThreadAnswer<Answer>) => {
      this.#settle(answer);
      // An idle thread keeps no process alive, unless its end is awaited.
      if (this.#waiting.size === 0 && !this.#closed) thread.unref();
    });
    thread.on('error', (error) => {
      this.#log.error({ err: error }, death);
    });
    thread.on('exit', () => {
      this.#thread = undefined;
      for (const id of this.#waiting.keys()) this.#settle({ id, failure: 'The thread ended' });
    });
    this.#thread = thread;
    return thread;
  }

  #settle(answer: ThreadAnswer<Answer>): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('answer' in answer) waiting?.resolve(answer.answer);
    else waiting?.reject(new NotAnswered(answer.failure));
  }
}

/**
 * The thread's side: answers questions, several at once, until it is told to end.
 * @param answerTo its signal is aborted once nobody waits for the answer
 */
export function answerQuestions<Question extends object, Answer>(
  port: MessagePort,
  answerTo: (question: Question, signal: AbortSignal) => Promise<Answer>,
): void {
  giveWay();
  const underWay = new Map<number, AbortController>();
  const answer = async (id: number, question: Question): Promise<ThreadAnswer<Answer>> => {
    const controller = new AbortController();
    underWay.set(id, controller);
    try {
      return { id, answer: await answerTo(question, controller.signal) };
    } catch (error) {
      return { id, failure: String(error) };
    } finally {
      underWay.delete(id);
    }
  };
  port.on('message', (message: ThreadMessage<Question>) => {
    if (message === 'end') {
      for (const controller of underWay.values()) controller.abort();
      return port.close();
    }
    if ('givenUp' in message) return underWay.get(message.givenUp)?.abort();
    void answer(message.id, message.question).then((answered) => port.postMessage(answered));
  });
}
