import { attempts, deliveryHeads } from '../../capture-log/sqlite/deliveries.ts';
import {
  oldestReceivedAt,
  readByIds,
  readIds,
  readPage,
} from '../../capture-log/sqlite/read-page.ts';
import { readTexts } from '../../capture-log/sqlite/read-texts.ts';
import { searchStep } from '../../capture-log/sqlite/search-step.ts';
import { usedBytes } from '../../capture-log/sqlite/space.ts';
import { TextBuffer } from '../../capture-log/sqlite/text-buffer.ts';
import { usage } from '../../capture-log/sqlite/usage.ts';
import type { Connection } from '../../database/sqlite/connection.ts';
import { needsNewConnection } from '../../database/sqlite/errors.ts';
import { openForCheckpoints, openForReading } from '../../database/sqlite/open-connection.ts';
import { Queries } from '../../database/sqlite/query.ts';
import { lightText } from '../../rendering/text/light-text.ts';
import type { Answer, AskMessage, ConnectionOwner, ThreadSettings } from './messages.ts';

/** The work of the reading thread: its connection is read-only, and no snapshot outlives a message. */
export class Reader implements ConnectionOwner {
  readonly #settings: Pick<ThreadSettings, 'file'>;
  readonly #answer: Answer;
  readonly #queries = new Queries();
  readonly #texts = { render: lightText, buffer: new TextBuffer() };
  #connection: Connection | undefined;
  /** Opened for the first checkpoint: reading needs no right to write. */
  #checkpointing: Connection | undefined;

  constructor(settings: Pick<ThreadSettings, 'file'>, answer: Answer) {
    this.#settings = settings;
    this.#answer = answer;
  }

  receive(message: AskMessage): void {
    this.#answer(message.id, () => this.#attempt(message));
  }

  #attempt(message: AskMessage): unknown {
    try {
      this.#connection ??= openForReading(this.#settings.file);
      return this.#dispatch(this.#connection, message);
    } catch (error) {
      if (needsNewConnection(error)) this.#disconnect();
      throw error;
    }
  }

  #dispatch(connection: Connection, { kind, ask }: AskMessage): unknown {
    switch (kind) {
      case 'query':
        return this.#queries.run(connection, ask);
      case 'readPage':
        return readPage(connection, ask.scope, ask.query);
      case 'readTexts':
        return readTexts(connection, ask.scope, ask.query, this.#texts);
      case 'readByIds':
        return readByIds(connection, ask.scope, ask.ids, ask.content);
      case 'readIds':
        return readIds(connection, ask.scope, ask.query);
      case 'search':
        return searchStep(connection, ask.scope, ask.query);
      case 'oldestReceivedAt':
        return oldestReceivedAt(connection, ask);
      case 'usage':
        return usage(connection, ask);
      case 'deliveryHeads':
        return deliveryHeads(connection, ask);
      case 'attempts':
        return attempts(connection, ask);
      case 'checkpoint':
        this.#checkpoint();
        return null;
      case 'usedBytes':
        return usedBytes(connection);
      case 'close':
        this.#disconnect();
        return null;
      default:
        throw new Error(`The reading thread does not know ${kind}`);
    }
  }

  /** A fault of it is left to the writing thread, and costs no reader its connection. */
  #checkpoint(): void {
    try {
      this.#checkpointing ??= openForCheckpoints(this.#settings.file);
      this.#checkpointing.rows('pragma wal_checkpoint(passive)');
    } catch {
      this.#endCheckpoints();
    }
  }

  #endCheckpoints(): void {
    this.#checkpointing?.close();
    this.#checkpointing = undefined;
  }

  #disconnect(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#endCheckpoints();
  }
}
