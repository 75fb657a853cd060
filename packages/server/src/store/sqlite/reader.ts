import { attempts, deliveryHeads } from '../../capture-log/sqlite/deliveries.ts';
import {
  oldestReceivedAt,
  readByIds,
  readIds,
  readOne,
  readPage,
} from '../../capture-log/sqlite/read-page.ts';
import { readTexts } from '../../capture-log/sqlite/read-texts.ts';
import { searchStep } from '../../capture-log/sqlite/search-step.ts';
import { usedBytes } from '../../capture-log/sqlite/space.ts';
import { TextBuffer } from '../../capture-log/sqlite/text-buffer.ts';
import { usage } from '../../capture-log/sqlite/usage.ts';
import type { Connection } from '../../database/sqlite/connection.ts';
import { needsNewConnection, storeError } from '../../database/sqlite/errors.ts';
import { openForCheckpoints, openForReading } from '../../database/sqlite/open-connection.ts';
import { Queries } from '../../database/sqlite/query.ts';
import { lightText } from '../../rendering/text/light-text.ts';
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
    query: (ask) => this.#read((connection) => this.#queries.run(connection, ask)),
    readPage: ({ scope, query }) => this.#read((connection) => readPage(connection, scope, query)),
    readTexts: ({ scope, query }) =>
      this.#read((connection) => readTexts(connection, scope, query, this.#texts)),
    readByIds: ({ scope, ids, content }) =>
      this.#read((connection) => readByIds(connection, scope, ids, content)),
    readIds: ({ scope, query }) => this.#read((connection) => readIds(connection, scope, query)),
    search: ({ scope, query }) => this.#read((connection) => searchStep(connection, scope, query)),
    oldestReceivedAt: (ids) => this.#read((connection) => oldestReceivedAt(connection, ids)),
    usage: (accountId) => this.#read((connection) => usage(connection, accountId)),
    readOne: (ask) => this.#read((connection) => readOne(connection, ask)),
    deliveryHeads: (ask) => this.#read((connection) => deliveryHeads(connection, ask)),
    attempts: (ask) => this.#read((connection) => attempts(connection, ask)),
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
      throw storeError(error);
    }
  }

  /** A fault of it is left to the writing thread, and costs no reader its connection. */
  #checkpoint(): null {
    try {
      this.#checkpointing ??= openForCheckpoints(this.#file);
      this.#checkpointing.rows('pragma wal_checkpoint(passive)');
    } catch {
      this.#endCheckpoints();
    }
    return null;
  }

  #endCheckpoints(): void {
    this.#checkpointing?.close();
    this.#checkpointing = undefined;
  }
}
