import type { Logger } from 'pino';
import { NotAnswered, QuestionThread } from '../rendering/question-thread.ts';
import type { Examined } from './examination.ts';
import type { ExaminationAsk } from './examination-thread.ts';

/** The thread works on texts of a MiB. */
const heapMebibytes = 128;

/** Examines requests in a thread, if that takes long. */
export class Examiner {
  readonly #thread: QuestionThread<ExaminationAsk, Examined>;

  constructor(log: Pick<Logger, 'error'>) {
    const program = {
      address: new URL('./examination-thread.ts', import.meta.url),
      name: 'hookwell-examiner',
      heapMebibytes,
      death: 'The thread that decides about replies died',
    };
    this.#thread = new QuestionThread(program, log);
  }

  /**
   * @param ask makes the question once it is its turn, so that no copy of a body waits
   * @throws {NotAnswered} if it could not be done
   */
  async examine(accountId: number, ask: () => ExaminationAsk): Promise<Examined> {
    const examined = await this.#thread.ask(accountId, () => {
      const question = ask();
      return { question, transfer: [question.start.buffer] };
    });
    if (examined === undefined) throw new NotAnswered('Nothing was asked');
    return examined;
  }

  /** From now on no examination begins: all that wait for their turn fail. */
  stop(): void {
    this.#thread.stop();
  }

  /** Ends the thread, once it has finished the request that it is at. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
