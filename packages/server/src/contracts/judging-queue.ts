import type { Logger } from 'pino';
import { Turns } from '../fairness/turns.ts';
import { ThreadClient } from '../threads/thread-client.ts';
import type { JudgeAnswer, JudgeAsk, JudgeOutcome, JudgingExchanges } from './judging.ts';
import { endOverrun } from './overrun.ts';
import { WorkMark } from './work-mark.ts';

/** Why there is no outcome: it waited for too long, the work took too long, or the thread fails. */
export type Lost = 'late' | 'overrun' | 'failed';

/** A question waits for its turn and its answer for so long at most, a start of the thread not counted. */
export const mostWaitMs = 250;
/** So many questions are handed over at once, and so many bytes of bodies, or one longer body. */
export const mostHandedOver = 16;
export const mostBytesHandedOver = 256 * 1024;
/** The same for one that ended the thread: with it, what others wait until the next one runs. */
const endedMs = 250;
/** A question counts for so much until its time is known, so that parties take turns. */
const guessedMs = 0.05;
/** Contracts of some MiB, as they are read, and one body. */
const heapMebibytes = 192;

/** A question to the thread. */
export interface AskedOfJudge {
  /** Whose time it takes (`fairness/parties.ts`). */
  party: number;
  /** Of what is handed over. */
  bytes: number;
  /** Called once it is handed over, so that no copy of a body waits. */
  ask: () => JudgeAsk;
}

interface Question extends AskedOfJudge {
  settle: (outcome: JudgeOutcome | Lost) => void;
  isSettled: boolean;
}

/**
 * The questions to the thread that compares. Some are handed over together, of each party one after the other: whoever has used the
 * least time first. The thread answers the first of them, for some milliseconds, and the others have their turn again. Work that
 * takes too long is ended with the thread, and another thread is asked the rest.
 */
export class JudgingQueue {
  readonly #thread: ThreadClient<JudgingExchanges>;
  readonly #mark = new WorkMark();
  readonly #turns = new Turns<Question>();
  readonly #waitMs: number;
  #isRunning = false;
  /** Until the thread has begun to answer. */
  #starting: Promise<unknown> | undefined;

  constructor(
    log: Pick<Logger, 'error'>,
    { waitMs = mostWaitMs, thread }: { waitMs?: number; thread?: URL } = {},
  ) {
    this.#waitMs = waitMs;
    this.#thread = new ThreadClient({
      address: thread ?? new URL('./judging-thread.ts', import.meta.url),
      name: 'contracts',
      work: 'compares captures with contracts',
      log,
      settings: this.#mark.memory,
      limits: { maxOldGenerationSizeMb: heapMebibytes },
    });
  }

  /** It never rejects. Once the signal is aborted nobody waits for it: it is late. */
  ask(asked: AskedOfJudge, signal: AbortSignal): Promise<JudgeOutcome | Lost> {
    if (signal.aborted) return Promise.resolve('late');
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const question: Question = {
        ...asked,
        isSettled: false,
        settle: (outcome) => {
          if (question.isSettled) return;
          question.isSettled = true;
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          resolve(outcome);
        },
      };
      const giveUp = (): void => {
        this.#turns.remove(asked.party, question);
        question.settle('late');
      };
      const limit = (): void => {
        timer = setTimeout(() => {
          if (this.#starting === undefined) giveUp();
          else void this.#starting.then(() => question.isSettled || limit());
        }, this.#waitMs);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      limit();
      this.#turns.add(asked.party, question);
      if (!this.#isRunning) void this.#run();
    });
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // What comes in the same turn of the event loop is handed over together.
    await Promise.resolve();
    while (!this.#turns.isEmpty) {
      const questions = this.#next();
      if (questions.length > 0) await this.#handOver(questions);
    }
    this.#isRunning = false;
  }

  /** The questions to hand over next; none if they are late by now. */
  #next(): Question[] {
    const questions: Question[] = [];
    let bytes = 0;
    while (questions.length < mostHandedOver && bytes < mostBytesHandedOver) {
      const queue = this.#turns.begin();
      if (queue === undefined) break;
      const question = queue.waiting.shift();
      this.#turns.ended(queue, question === undefined ? 0 : guessedMs);
      if (question === undefined) continue;
      questions.push(question);
      bytes += question.bytes;
    }
    return questions;
  }

  async #handOver(questions: readonly Question[]): Promise<void> {
    if (!(await this.#hasBegun())) {
      for (const { settle } of questions) settle('failed');
      return;
    }
    const asks = questions.map(({ ask }) => ask());
    const bodies = asks.flatMap((ask) => ('start' in ask ? [ask.start.buffer] : []));
    const answered = new AbortController();
    const watching = endOverrun(this.#thread, this.#mark, answered.signal);
    try {
      this.#settle(questions, await this.#thread.ask('judge', asks, bodies));
    } catch {
      answered.abort();
      this.#afterDeath(questions, (await watching) ?? this.#mark.current?.index);
    } finally {
      answered.abort();
    }
  }

  async #hasBegun(): Promise<boolean> {
    if (this.#thread.isRunning) return true;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#starting = promise;
    try {
      return await this.#thread.ask('begin', undefined);
    } catch {
      return false;
    } finally {
      this.#starting = undefined;
      resolve();
    }
  }

  #settle(questions: readonly Question[], answers: readonly JudgeAnswer[]): void {
    for (const [index, { outcome, usedMs }] of answers.entries()) {
      const question = questions[index];
      if (question === undefined) break;
      this.#turns.used(question.party, Math.max(0, usedMs - guessedMs));
      question.settle(outcome);
    }
    this.#putBack(questions.slice(answers.length));
  }

  /** @param culprit the index of the question that the thread was at; undefined if it was at none that could be ended */
  #afterDeath(questions: readonly Question[], culprit: number | undefined): void {
    const index = culprit ?? 0;
    const question = questions[index];
    if (question !== undefined) {
      this.#turns.used(question.party, endedMs);
      question.settle(culprit === undefined ? 'failed' : 'overrun');
    }
    this.#putBack(questions.filter((_, at) => at !== index));
  }

  #putBack(questions: readonly Question[]): void {
    for (const question of questions.toReversed())
      if (!question.isSettled) this.#turns.putBack(question.party, question);
  }
}
