import type { LogReads, LogWrites } from '../../capture-log/sqlite/log-questions.ts';
import type { QueryExchanges, TransactionExchanges } from '../../database/sqlite/query.ts';

/** The questions to the writing thread. */
export interface WriterExchanges extends QueryExchanges, TransactionExchanges, LogWrites {
  /** Opens the database, as a server or for an operator command; the highest id a capture ever had. */
  open: { ask: 'server' | 'operator'; answer: number };
  checkWritable: { ask: null; answer: unknown };
}

/** And those to the reading thread. */
export interface ReaderExchanges extends QueryExchanges, LogReads {
  usedBytes: { ask: null; answer: number };
}

/** A thread is started with these. */
export interface ThreadSettings {
  thread: 'writer' | 'reader';
  file: string;
  /** Whether the writer's answers come with the size of the live pages, which costs three more statements each. */
  tellsUsedBytes: boolean;
}
