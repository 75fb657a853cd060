import type { LogExchanges } from '../../capture-log/sqlite/log-exchanges.ts';
import type { SentError } from '../../database/sqlite/errors.ts';
import type { QueryExchanges } from '../../database/sqlite/query.ts';

/** The questions of the event loop to the two threads, and the answers to them, by the name of the question. */
export interface Exchanges extends QueryExchanges, LogExchanges {
  /** Opens the database; the highest id a capture ever had. */
  open: { ask: null; answer: number };
  checkWritable: { ask: null; answer: null };
  usedBytes: { ask: null; answer: number };
  /** Ends the thread's connection. */
  close: { ask: null; answer: null };
}

type Kind = keyof Exchanges;

/** One question under way; `id` ties the answer to it. */
export type AskMessage = {
  [K in Kind]: { id: number; kind: K; ask: Exchanges[K]['ask'] };
}[Kind];

/** `usedBytes`: the size of the live pages after a write, for the size limit. */
export type AnswerMessage =
  | { id: number; answer: unknown; usedBytes?: number }
  | { id: number; error: SentError };

/** A thread is started with these. */
export interface ThreadSettings {
  thread: 'writer' | 'reader';
  file: string;
  /** Whether answers come with `usedBytes`, which costs the writer three more statements each. */
  tellsUsedBytes: boolean;
}

/** The writer or the reader, as its thread sees it: it owns the connection and answers every question, in time. */
export interface ConnectionOwner {
  receive(message: AskMessage): void;
}

/** Answers a question with the result of `work` or with its error; `usedBytes` is measured after `work`. */
export type Answer = (id: number, work: () => unknown, usedBytes?: () => number) => void;
