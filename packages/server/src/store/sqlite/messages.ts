import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Expiry, IdsQuery, PageQuery, Scope } from '../../capture-log/capture-log.ts';
import type { GroupAnswer } from '../../capture-log/commit-lane.ts';
import type { SentError } from '../../database/sqlite/errors.ts';

/** What the event loop asks the two threads, and what they answer, by the name of the question. */
export interface Exchanges {
  /** Opens the database; the highest id a capture ever had. */
  open: { ask: null; answer: number };
  /** Ends the thread's connection. */
  close: { ask: null; answer: null };

  append: { ask: GroupAsk; answer: GroupAnswer };
  /** The captures above an id: what a writer that died may have committed and never told. */
  capturesAbove: { ask: number; answer: PackedCaptures & { accountIds: number[] } };
  removeOne: { ask: { accountId: number; id: number }; answer: boolean };
  clear: { ask: Scope; answer: null };
  removeOldest: {
    ask: { scope: Scope; expiry: Expiry };
    answer: { removed: number; bytes: number };
  };
  purge: { ask: null; answer: { removed: number; done: boolean } };
  releaseSpace: { ask: null; answer: boolean };
  checkWritable: { ask: null; answer: null };
  begin: { ask: TransactionId; answer: null };
  commit: { ask: TransactionId; answer: null };
  rollback: { ask: TransactionId; answer: null };

  /** To the writer, or to the reader where it is a SELECT outside a transaction. */
  query: { ask: QueryAsk; answer: QueryAnswer };

  readPage: { ask: { scope: Scope; query: PageQuery }; answer: PackedPage };
  readIds: {
    ask: { scope: Scope; query: IdsQuery };
    answer: { ids: number[]; more: boolean };
  };
  oldestReceivedAt: { ask: readonly number[]; answer: [endpointId: number, receivedAt: number][] };
  readOne: { ask: { accountId: number; id: number; largestBody: number }; answer: PackedPage };
  usedBytes: { ask: null; answer: number };
}

export type Kind = keyof Exchanges;

/** Which transaction a statement belongs to: a number that this process uses once. */
export type TransactionId = number;

/**
 * A group of captures, flat, since one array of primitives crosses to the thread much faster than an
 * object a capture: a fixed number of values each (see `append-group.ts`), all bodies in one transferred buffer.
 */
export interface GroupAsk {
  fields: (number | string)[];
  bodies: ArrayBuffer;
}

/**
 * Captures on their way back: a fixed number of values each (see `captured-rows.ts`), in one buffer all
 * bodies of at most `largestBody` bytes (-1 where none was read).
 */
export interface PackedCaptures {
  fields: SQLOutputValue[];
  bodies: ArrayBuffer;
  largestBody: number;
}

export interface PackedPage extends PackedCaptures {
  more: boolean;
}

export interface QueryAsk {
  sql: string;
  parameters: SQLInputValue[];
  transaction?: TransactionId;
}

export interface QueryAnswer {
  rows: unknown[];
  changes: number;
  lastId: number;
}

/** One question under way; `id` ties the answer to it. */
export type AskMessage = {
  [K in Kind]: { id: number; kind: K; ask: Exchanges[K]['ask'] };
}[Kind];

/** `usedBytes`: the live pages after a write, which the size limit goes by. */
export type AnswerMessage =
  | { id: number; answer: unknown; usedBytes?: number }
  | { id: number; error: SentError };

/** What a thread is started with. */
export interface ThreadSettings {
  thread: 'writer' | 'reader';
  file: string;
}
