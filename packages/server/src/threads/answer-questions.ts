import { parentPort } from 'node:worker_threads';
import { errorMessage } from '@hookwell/core/api/error-message';
import type { ExchangesOf, FromThread, Question, ToThread } from './messages.ts';

/** Answers by the name of the question. The signal of one that may be given up is aborted once nobody waits for the answer. */
export type Answers<Exchanges extends ExchangesOf<Exchanges>> = {
  [Kind in keyof Exchanges]: (
    ask: Exchanges[Kind]['ask'],
    signal?: AbortSignal,
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
  const underWay = new Map<number, AbortController>();

  function receive({ id, kind, ask, mayBeGivenUp }: Question): void {
    const controller = mayBeGivenUp ? new AbortController() : undefined;
    if (controller !== undefined) underWay.set(id, controller);
    const give = (answer: Exchanges[keyof Exchanges]['answer']): void => {
      underWay.delete(id);
      const message = { id, answer, ...(note && { note: note() }) } satisfies FromThread;
      port.postMessage(message, transfer(answer));
    };
    const fail = (error: unknown): void => {
      underWay.delete(id);
      const name = error instanceof Error ? error.name : '';
      const failure = { name, message: errorMessage(error) };
      port.postMessage({ id, failure } satisfies FromThread);
    };
    try {
      // The client asks by the same exchanges.
      const answer = answers[kind as keyof Exchanges](ask as never, controller?.signal);
      if (answer instanceof Promise) answer.then(give).catch(fail);
      else give(answer);
    } catch (error) {
      fail(error);
    }
  }

  async function finish(): Promise<void> {
    for (const controller of underWay.values()) controller.abort();
    await Promise.try(end).catch(() => {});
    port.close();
  }

  port.on('message', (message: ToThread) => {
    if (message === 'end') void finish();
    else if ('givenUp' in message) underWay.get(message.givenUp)?.abort();
    else receive(message);
  });
}
