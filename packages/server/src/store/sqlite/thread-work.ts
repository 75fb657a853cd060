import { appendGroup } from '../../capture-log/sqlite/append-group.ts';
import {
  type LogReads,
  type LogWrites,
  logReads,
  logWrites,
} from '../../capture-log/sqlite/log-questions.ts';
import { readTexts, TextBuffer } from '../../capture-log/sqlite/reads.ts';
import { releaseSpace, usedBytes } from '../../capture-log/sqlite/space.ts';
import { StoreUnavailable } from '../../database/errors.ts';
import {
  type Connection,
  needsNewConnection,
  storeError,
} from '../../database/sqlite/connection.ts';
import { writeLogAgain } from '../../database/sqlite/database-file.ts';
import {
  openForCheckpoints,
  openForReading,
  openForWriting,
} from '../../database/sqlite/open-connection.ts';
import {
  answersBy,
  Queries,
  type QueryExchanges,
  type TransactionExchanges,
  type TransactionId,
} from '../../database/sqlite/query.ts';
import { lightText } from '../../rendering/capture-text.ts';
import type { Answers } from '../../threads/answer-questions.ts';

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

/** A transaction of the event loop that lasts longer is rolled back: others wait for it. */
const transactionTimeoutMs = 5000;

/** When a question has its turn. */
interface Turn {
  /** The transaction that it belongs to. */
  transaction?: TransactionId | undefined;
  isGroup?: boolean;
}

/**
 * The work of the writing thread. While a transaction of the event loop is open, questions that do not
 * belong to it wait here, in their order; groups of captures go before the others. The event loop sends its next group
 * once it has the answer to the one before, so that what waits has its turn between two groups.
 */
export class Writer {
  readonly #file: string;
  readonly #queries = new Queries();
  #connection: Connection | undefined;
  #open: { transaction: TransactionId; timeout: NodeJS.Timeout } | undefined;
  #waiting: { isGroup: boolean; go: () => void }[] = [];
  #lastGroupAt = Number.NEGATIVE_INFINITY;

  readonly answers: Answers<WriterExchanges> = {
    ...answersBy(logWrites, (write) => this.#write(write)),
    open: (role) =>
      this.#write((connection) => {
        if (role === 'server') writeLogAgain(connection, this.#file);
        return Number(connection.row('select last_id from capture_log')?.[0]);
      }),
    appendGroup: ([group]) =>
      this.#write(
        (connection) => {
          this.#lastGroupAt = performance.now();
          return appendGroup(connection, group);
        },
        { isGroup: true },
      ),
    releaseSpace: () =>
      this.#write((connection) => releaseSpace(connection, performance.now() - this.#lastGroupAt)),
    checkWritable: () =>
      this.#write((connection) => {
        // A value that changes: SQLite writes no row that stays the same.
        connection.run('update capture_log set write_checks = write_checks + 1');
      }),
    query: (ask) =>
      this.#write((connection) => {
        this.#refuseEnded(ask.transaction);
        return this.#queries.run(connection, ask);
      }, ask),
    begin: (transaction) =>
      this.#write((connection) => {
        connection.run('begin immediate');
        this.#open = { transaction, timeout: this.#expiry() };
      }),
    commit: (transaction) =>
      this.#write(
        (connection) => {
          this.#refuseEnded(transaction);
          connection.run('commit');
          this.#endTransaction();
        },
        { transaction },
      ),
    rollback: (transaction) =>
      this.#write(
        (connection) => {
          connection.rollBack();
          this.#endTransaction();
        },
        { transaction },
      ),
  };

  constructor(file: string) {
    this.#file = file;
  }

  usedBytes(): number {
    return this.#connection === undefined ? 0 : usedBytes(this.#connection);
  }

  /** Closes the connection, when it is its turn. */
  end(): void | Promise<void> {
    return this.#write((connection) => {
      connection.rows('pragma wal_checkpoint(truncate)');
      this.#disconnect();
    });
  }

  #write<Result>(
    write: (connection: Connection) => Result,
    { transaction, isGroup = false }: Turn = {},
  ): Result | Promise<Result> {
    if (this.#open !== undefined && transaction !== this.#open.transaction) {
      return new Promise((resolve, reject) => {
        const go = () => {
          try {
            resolve(this.#attempt(write));
          } catch (error) {
            reject(error);
          }
        };
        this.#waiting.push({ isGroup, go });
      });
    }
    try {
      return this.#attempt(write);
    } finally {
      // The answer is given first.
      if (this.#waiting.length > 0) queueMicrotask(() => void this.#continue());
    }
  }

  /** Does what waited, up to the beginning of the next transaction. */
  async #continue(): Promise<void> {
    while (this.#open === undefined) {
      const group = this.#waiting.findIndex(({ isGroup }) => isGroup);
      const [next] = this.#waiting.splice(Math.max(group, 0), 1);
      if (next === undefined) return;
      next.go();
      // Its answer is given before the next one begins.
      await undefined;
    }
  }

  #attempt<Result>(write: (connection: Connection) => Result): Result {
    try {
      this.#connection ??= openForWriting(this.#file);
      return write(this.#connection);
    } catch (error) {
      if (needsNewConnection(error)) this.#disconnect();
      // A failed statement may have rolled its transaction back, which must not go on half done.
      if (this.#open !== undefined && this.#connection?.database.isTransaction !== true) {
        this.#endTransaction();
      }
      throw storeError(error, this.#file);
    }
  }

  #expiry(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#connection?.rollBack();
      this.#endTransaction();
      void this.#continue();
    }, transactionTimeoutMs);
  }

  #endTransaction(): void {
    clearTimeout(this.#open?.timeout);
    this.#open = undefined;
  }

  /** A statement of a transaction that timed out, or that a thread before this one had, must not run alone. */
  #refuseEnded(transaction: TransactionId | undefined): void {
    if (transaction !== undefined && transaction !== this.#open?.transaction) {
      throw new StoreUnavailable(
        'The transaction was rolled back: it took too long or lost its thread',
      );
    }
  }

  #disconnect(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }
}

/** The work of the reading thread: its connection is read-only, and no snapshot outlives a question. */
export class Reader {
  readonly #file: string;
  readonly #queries = new Queries();
  readonly #texts = { render: lightText, buffer: new TextBuffer() };
  #connection: Connection | undefined;
  /** Opened for the first checkpoint: reading needs no right to write. */
  #checkpointing: Connection | undefined;

  readonly answers: Answers<ReaderExchanges> = {
    ...answersBy(logReads, (read) => this.#read(read)),
    query: (ask) => this.#read((connection) => this.#queries.run(connection, ask)),
    readTexts: ([scope, query]) =>
      this.#read((connection) => readTexts(connection, scope, query, this.#texts)),
    usedBytes: () => this.#read(usedBytes),
    checkpoint: () => this.#checkpoint(),
  };

  constructor(file: string) {
    this.#file = file;
  }

  end(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#endCheckpoints();
  }

  #read<Result>(read: (connection: Connection) => Result): Result {
    try {
      this.#connection ??= openForReading(this.#file);
      return read(this.#connection);
    } catch (error) {
      if (needsNewConnection(error)) this.end();
      throw storeError(error, this.#file);
    }
  }

  /** A fault of it is left to the writing thread, and costs no reader its connection. */
  #checkpoint(): void {
    try {
      this.#checkpointing ??= openForCheckpoints(this.#file);
      this.#checkpointing.rows('pragma wal_checkpoint(passive)');
    } catch {
      this.#endCheckpoints();
    }
  }

  #endCheckpoints(): void {
    this.#checkpointing?.close();
    this.#checkpointing = undefined;
  }
}
