/**
 * The program of both database threads. Each owns one connection and answers one question after the
 * other, so that the event loop never waits for the disk. A thread outlives every error of the database:
 * it answers with the error and opens a new connection if the old one may be broken.
 */
import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../../threads/answer-questions.ts';
import {
  Reader,
  type ReaderExchanges,
  type ThreadSettings,
  Writer,
  type WriterExchanges,
} from './thread-work.ts';

// The one place that starts this program passes these settings.
const { thread, file, tellsUsedBytes } = workerData as ThreadSettings;

if (thread === 'reader') {
  const reader = new Reader(file);
  answerQuestions<ReaderExchanges>(reader.answers, {
    transfer: buffersIn,
    end: () => reader.end(),
  });
} else {
  const writer = new Writer(file);
  answerQuestions<WriterExchanges>(writer.answers, {
    transfer: buffersIn,
    note: tellsUsedBytes ? () => writer.usedBytes() : undefined,
    end: () => writer.end(),
  });
}

function buffersIn(answer: unknown): ArrayBuffer[] {
  if (typeof answer !== 'object' || answer === null) return [];
  if ('bodies' in answer && answer.bodies instanceof ArrayBuffer) return [answer.bodies];
  if ('texts' in answer && answer.texts instanceof Uint8Array) {
    return answer.texts.buffer instanceof ArrayBuffer ? [answer.texts.buffer] : [];
  }
  return [];
}
