import { appendGroup } from '../../capture-log/sqlite/append-group.ts';
import { clear } from '../../capture-log/sqlite/clear.ts';
import { noteAnswers } from '../../capture-log/sqlite/deliveries.ts';
import { purge } from '../../capture-log/sqlite/purge.ts';
import { capturesAbove } from '../../capture-log/sqlite/read-page.ts';
import { removeOldest, removeOne } from '../../capture-log/sqlite/removal.ts';
import { releaseSpace, usedBytes } from '../../capture-log/sqlite/space.ts';
import { StoreUnavailable } from '../../database/errors.ts';
import type { Connection } from '../../database/sqlite/connection.ts';
import { needsNewConnection } from '../../database/sqlite/errors.ts';
import { openForWriting } from '../../database/sqlite/open-connection.ts';
import { Queries, type TransactionId } from '../../database/sqlite/query.ts';
import type { Answer, AskMessage, ConnectionOwner, ThreadSettings } from './messages.ts';

/** A transaction of the event loop that lasts longer is rolled back: others wait for it. */
const transactionTimeoutMs = 5000;

/**
 * The work of the writing thread. While a transaction of the event loop is open, questions that do not
 * belong to it wait here, in their order; groups of captures go before the others. The event loop sends its next group
 * once it has the answer to the one before, so that what waits has its turn between two groups.
 */
export class Writer implements ConnectionOwner {
  readonly #settings: ThreadSettings;
  readonly #answer: Answer;
  readonly #queries = new Queries();
  #connection: Connection | undefined;
  #open: { transaction: TransactionId; timeout: NodeJS.Timeout } | undefined;
  #waiting: AskMessage[] = [];
  #lastGroupAt = 0;

  constructor(settings: ThreadSettings, answer: Answer) {
    this.#settings = settings;
    this.#answer = answer;
  }

  receive(message: AskMessage): void {
    if (this.#open !== undefined && transactionOf(message) !== this.#open.transaction) {
      this.#waiting.push(message);
      return;
    }
    this.#handle(message);
    this.#continue();
  }

  /** Handles the questions that waited, up to the beginning of the next transaction. */
  #continue(): void {
    while (this.#open === undefined) {
      const group = this.#waiting.findIndex(({ kind }) => kind === 'append');
      const [next] = this.#waiting.splice(Math.max(group, 0), 1);
      if (next === undefined) return;
      this.#handle(next);
    }
  }

  #handle(message: AskMessage): void {
    const measure = this.#settings.tellsUsedBytes ? () => this.#usedBytes() : undefined;
    this.#answer(message.id, () => this.#attempt(message), measure);
  }

  #usedBytes(): number {
    return this.#connection === undefined ? 0 : usedBytes(this.#connection);
  }

  #attempt(message: AskMessage): unknown {
    try {
      this.#connection ??= openForWriting(this.#settings.file);
      return this.#dispatch(this.#connection, message);
    } catch (error) {
      if (needsNewConnection(error)) this.#disconnect();
      // A failed statement may have rolled its transaction back, which must not go on half done.
      if (this.#open !== undefined && this.#connection?.database.isTransaction !== true) {
        this.#endTransaction();
      }
      throw error;
    }
  }

  #dispatch(connection: Connection, message: AskMessage): unknown {
    const { kind, ask } = message;
    switch (kind) {
      case 'open':
        return Number(connection.row('select last_id from capture_log')?.[0]);
      case 'append':
        this.#lastGroupAt = Date.now();
        return appendGroup(connection, ask);
      case 'capturesAbove':
        return capturesAbove(connection, ask);
      case 'removeOne':
        return removeOne(connection, ask.accountId, ask.id);
      case 'clear':
        clear(connection, ask.scope, ask.through);
        return null;
      case 'removeOldest':
        return removeOldest(connection, ask.scope, ask.expiry);
      case 'purge':
        return purge(connection);
      case 'noteAnswers':
        noteAnswers(connection, ask);
        return null;
      case 'releaseSpace':
        return releaseSpace(connection, Date.now() - this.#lastGroupAt);
      case 'checkWritable':
        // A value that changes: SQLite writes no row that stays the same.
        connection.run('update capture_log set write_checks = write_checks + 1');
        return null;
      case 'query':
        this.#refuseEnded(ask.transaction);
        return this.#queries.run(connection, ask);
      case 'begin':
        connection.run('begin immediate');
        this.#open = { transaction: ask, timeout: this.#expiry() };
        return null;
      case 'commit':
        this.#refuseEnded(ask);
        connection.run('commit');
        this.#endTransaction();
        return null;
      case 'rollback':
        connection.rollBack();
        this.#endTransaction();
        return null;
      case 'close':
        connection.rows('pragma wal_checkpoint(truncate)');
        this.#disconnect();
        return null;
      default:
        throw new Error(`The writing thread does not know ${kind}`);
    }
  }

  #expiry(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#connection?.rollBack();
      this.#endTransaction();
      this.#continue();
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

function transactionOf({ kind, ask }: AskMessage): TransactionId | undefined {
  if (kind === 'commit' || kind === 'rollback') return ask;
  return kind === 'query' ? ask.transaction : undefined;
}
