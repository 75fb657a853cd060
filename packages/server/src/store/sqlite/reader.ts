import { logReads } from '../../capture-log/sqlite/log-questions.ts';
import { readTexts, TextBuffer } from '../../capture-log/sqlite/reads.ts';
import { usedBytes } from '../../capture-log/sqlite/space.ts';
import type { Connection } from '../../database/sqlite/connection.ts';
import { needsNewConnection, storeError } from '../../database/sqlite/errors.ts';
import { openForCheckpoints, openForReading } from '../../database/sqlite/open-connection.ts';
import { answersBy, Queries } from '../../database/sqlite/query.ts';
import { lightText } from '../../rendering/text/capture-text.ts';
import type { Answers } from '../../threads/answer-questions.ts';
import type { ReaderExchanges } from './exchanges.ts';

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
