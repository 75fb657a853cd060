import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { NewCapture } from '../../src/capture-log/captures.ts';
import type { GroupAnswer } from '../../src/capture-log/commit-lane.ts';
import { appendGroup, packGroup } from '../../src/capture-log/sqlite/append-group.ts';
import { RecentDeliveries } from '../../src/capture-log/sqlite/recent-deliveries.ts';
import { Connection } from '../../src/database/sqlite/connection.ts';
import { threadDialect } from '../../src/database/sqlite/dialect.ts';
import { migrate } from '../../src/database/sqlite/migrate.ts';
import {
  Queries,
  type QueryExchanges,
  type TransactionExchanges,
  type TransactionId,
} from '../../src/database/sqlite/query.ts';
import type { Database, Tables } from '../../src/database/tables.ts';
import type { Thread } from '../../src/threads/messages.ts';
import type { Fate, Schedule } from './schedule.ts';

/** The tables that models write to; what refers to others comes before these. */
const written = [
  ...['capture_answer', 'delivery', 'listener_answer', 'captured_request', 'endpoint_settings'],
  ...['endpoint', 'account', 'purge'],
];

type Exchanges = QueryExchanges & TransactionExchanges;

/**
 * A real SQLite database in memory, with the schema and the statements of the server, that many nodes ask over connections on which
 * questions and replies come when the schedule lets them. As on PostgreSQL, a connection that is lost within a transaction rolls it back.
 */
export class MemoryDatabase {
  readonly connection: Connection;
  readonly #queries = new Queries();
  #schedule: Schedule | undefined;
  #onEffect: () => void = () => {};
  #open: TransactionId | undefined;
  #waiting: (() => void)[] = [];

  constructor() {
    const database = new DatabaseSync(':memory:');
    migrate(database);
    database.function('lock_name', (_name) => null);
    this.connection = new Connection(database);
  }

  /**
   * Begins another run with empty tables.
   * @param onEffect called whenever something may be different for all to see
   */
  begin(schedule: Schedule, onEffect: () => void = () => {}): Database {
    this.connection.rollBack();
    this.connection.database.exec('pragma foreign_keys = off');
    for (const table of written) this.connection.run(`delete from ${table}`);
    this.connection.run('update capture_log set last_id = 0, deliveries_through = 0');
    new RecentDeliveries(this.connection);
    this.#schedule = schedule;
    this.#onEffect = onEffect;
    this.#open = undefined;
    this.#waiting = [];
    // Its questions and answers are those of `Exchanges`, which `#ask` takes apart by their kind.
    const thread = { ask: (kind, asked) => this.#ask(kind, asked) } as Thread<Exchanges>;
    return new Kysely<Tables>({ dialect: threadDialect({ writer: thread, reader: thread }) });
  }

  /** Stores a group of captures in one transaction. */
  append(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    const group = packGroup(captures);
    return this.#later('a group', undefined, () => appendGroup(this.connection, group));
  }

  /** Does something in one moment, when the schedule lets it. */
  ask<Answer>(label: string, effect: () => Answer, fate?: Fate): Promise<Answer> {
    return this.#later(label, undefined, effect, fate);
  }

  async #ask(kind: keyof Exchanges, asked: unknown): Promise<unknown> {
    if (kind === 'query') {
      // The driver sends these with this kind.
      const ask = asked as QueryExchanges['query']['ask'];
      const label = ask.sql.split(' ', 1)[0] ?? '';
      return await this.#later(label, ask.transaction, () =>
        this.#queries.run(this.connection, ask),
      );
    }
    // All other questions name a transaction alone.
    const transaction = asked as TransactionId;
    if (kind === 'begin') {
      const fate = this.#schedule?.nextFate();
      const begin = () => {
        this.connection.run('begin immediate');
        this.#open = transaction;
      };
      return await this.#later('begin', undefined, begin, fate === 'lost' ? 'failed' : fate);
    }
    const end = () => {
      if (this.#open !== transaction) throw new Error('The transaction has ended');
      if (kind === 'commit') this.connection.run('commit');
      else this.connection.rollBack();
      this.#open = undefined;
      for (const go of this.#waiting.splice(0)) go();
    };
    return await this.#later(kind, transaction, end, kind === 'commit' ? undefined : 'done');
  }

  async #later<Answer>(
    label: string,
    transaction: TransactionId | undefined,
    effect: () => Answer,
    fate?: Fate,
  ): Promise<Answer> {
    if (this.#schedule === undefined) throw new Error('No run has begun');
    const inTurn = async (): Promise<Answer> => {
      while (this.#open !== undefined && this.#open !== transaction) {
        await new Promise<void>((go) => this.#waiting.push(go));
      }
      const answer = effect();
      if (this.#open === undefined) this.#onEffect();
      return answer;
    };
    return await this.#schedule.ask(label, inTurn, fate);
  }
}
