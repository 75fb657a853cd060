import { type MessagePort, Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { FairScheduler } from './fair-scheduler.ts';

/** A question to a thread, or the order to end after the one that is under way. */
export type ThreadMessage<Question extends object> = Question | 'end';

/** The answer to a question, or the cause of a failure. */
export type ThreadAnswer<Answer> = { answer: Answer } | { failure: string };

/** A question, and the memory that goes over to the thread with it. */
export interface AskedQuestion<Question extends object> {
  question: Question;
  transfer: readonly ArrayBuffer[];
}

export interface ThreadProgram {
  /** It answers each `ThreadMessage` but `end` with one `ThreadAnswer`, and closes its port at `end`. */
  address: URL;
  name: string;
  heapMebibytes: number;
  /** What the log says if it dies. */
  death: string;
}

/** The thread died, or the server stops. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered';
}

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (reason: NotAnswered) => void;
}

/**
 * Answers questions in a thread: one after the other, always one of the account that has used the least time. The first
 * of them starts the thread. If it dies, the question that it was at fails, and the next one starts another. It keeps no
 * process alive but while it answers.
 */
export class QuestionThread<Question extends object, Answer> {
  readonly #program: ThreadProgram;
  readonly #log: Pick<Logger, 'error'>;
  readonly #turns = new FairScheduler();
  #thread: Worker | undefined;
  #waiting: Waiting<Answer> | undefined;
  #closed = false;

  constructor(program: ThreadProgram, log: Pick<Logger, 'error'>) {
    this.#program = program;
    this.#log = log;
  }

  /**
   * @param prepare makes the question once it is its turn, so that no copy of a body waits; undefined if it is of no use any more
   * @param pauseMs the next question waits for so long after the answer
   * @throws {NotAnswered} if it could not be done
   */
  ask(
    accountId: number,
    prepare: () => AskedQuestion<Question> | undefined,
    pauseMs: (answer: Answer) => number = () => 0,
  ): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      this.#turns
        .runWaiting(accountId, async () => {
          const answer = await this.#askNow(prepare);
          resolve(answer);
          const pause = answer === undefined ? 0 : pauseMs(answer);
          if (pause > 0) await new Promise((over) => setTimeout(over, pause).unref());
        })
        .catch(reject);
    });
  }

  /** From now on no question is asked: all that wait for their turn fail. */
  stop(): void {
    this.#closed = true;
  }

  /**
   * Ends the thread, once it has answered the question that it is at. It is never terminated: Node 26 aborts the whole
   * process if that hits a thread while it makes a decompressor.
   */
  async close(): Promise<void> {
    this.stop();
    const thread = this.#thread;
    if (thread === undefined) return;
    thread.ref();
    thread.postMessage('end' satisfies ThreadMessage<Question>);
    await new Promise((resolve) => thread.once('exit', resolve));
  }

  #askNow(prepare: () => AskedQuestion<Question> | undefined): Promise<Answer | undefined> {
    if (this.#closed) return Promise.reject(new NotAnswered('The server stops'));
    return new Promise((resolve, reject) => {
      const asked = prepare();
      if (asked === undefined) return resolve(undefined);
      const thread = this.#startedThread();
      this.#waiting = { resolve, reject };
      thread.ref();
      thread.postMessage(asked.question satisfies ThreadMessage<Question>, asked.transfer);
    });
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
      // An idle thread keeps no process alive, unless its end is awaited.
      if (!this.#closed) thread.unref();
      this.#settle(answer);
    });
    thread.on('error', (error) => {
      this.#log.error({ err: error }, death);
    });
    thread.on('exit', () => {
      this.#thread = undefined;
      this.#settle({ failure: 'The thread ended' });
    });
    this.#thread = thread;
    return thread;
  }

  #settle(answer: ThreadAnswer<Answer>): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if ('answer' in answer) waiting?.resolve(answer.answer);
    else waiting?.reject(new NotAnswered(answer.failure));
  }
}

/** The thread's side: answers one question after the other, until it is told to end. */
export function answerQuestions<Question extends object, Answer>(
  port: MessagePort,
  answerTo: (question: Question) => Promise<Answer>,
): void {
  port.on('message', (message: ThreadMessage<Question>) => {
    if (message === 'end') return port.close();
    answerTo(message).then(
      (answer) => port.postMessage({ answer } satisfies ThreadAnswer<Answer>),
      (error) => port.postMessage({ failure: String(error) } satisfies ThreadAnswer<Answer>),
    );
  });
}
