import { parentPort } from 'node:worker_threads';
import { errorMessage } from '@hookwell/core/api/error-message';
import type { ExchangesOf, FromThread, Question, ToThread } from './messages.ts';

/** Answers by the name of the question. */
export type Answers<Exchanges extends ExchangesOf<Exchanges>> = {
  [Kind in keyof Exchanges]: (
    ask: Exchanges[Kind]['ask'],
  ) => Exchanges[Kind]['answer'] | Promise<Exchanges[Kind]['answer']>;
};

interface Answering<Exchanges extends ExchangesOf<Exchanges>> {
  /** The memory that is handed over with an answer, not copied. */
  transfer?: (answer: Exchanges[keyof Exchanges]['answer']) => ArrayBuffer[];
  /** Goes along with each answer. */
  note?: (() => unknown) | undefined;
  /** Awaited before the thread ends. */
  end?: () => unknown;
}

/** The thread's side: answers questions, several at once, until it is told to end. What can be answered at once is. */
export function answerQuestions<Exchanges extends ExchangesOf<Exchanges>>(
  answers: Answers<Exchanges>,
  { transfer = () => [], note, end = () => {} }: Answering<Exchanges> = {},
): void {
  if (parentPort === null) throw new Error('The server starts this program');
  const port = parentPort;

  function receive({ id, kind, ask }: Question): void {
    const give = (answer: Exchanges[keyof Exchanges]['answer']): void => {
      const message = { id, answer, ...(note && { note: note() }) } satisfies FromThread;
      port.postMessage(message, transfer(answer));
    };
    const fail = (error: unknown): void => {
      const name = error instanceof Error ? error.name : '';
      const failure = { name, message: errorMessage(error) };
      port.postMessage({ id, failure } satisfies FromThread);
    };
    try {
      // The client asks by the same exchanges.
      const answer = answers[kind as keyof Exchanges](ask as never);
      if (answer instanceof Promise) answer.then(give).catch(fail);
      else give(answer);
    } catch (error) {
      fail(error);
    }
  }

  async function finish(): Promise<void> {
    await Promise.try(end).catch(() => {});
    port.close();
  }

  port.on('message', (message: ToThread) => {
    if (message === 'end') void finish();
    else receive(message);
  });
}
