import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Thread } from '../../threads/messages.ts';
import type { QueryAsk, QueryExchanges, TransactionExchanges, TransactionId } from './query.ts';

interface Threads {
  writer: Thread<QueryExchanges & TransactionExchanges>;
  reader: Thread<QueryExchanges>;
}

/** Kysely over the two threads: its own compiler for SQLite, with a driver that asks them. */
export function threadDialect(threads: Threads): Dialect {
  return {
    createAdapter: () => new ThreadAdapter(),
    createDriver: () => new ThreadDriver(threads),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new ThreadQueryCompiler(),
  };
}

/** Without this, Kysely would let one query at a time through, and none beside a transaction. */
class ThreadAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** SQLite knows no locking clauses, and needs none: its transactions never run beside each other. */
class ThreadQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'ForNoKeyUpdate' || node.modifier === 'ForKeyShare') return;
    super.visitSelectModifier(node);
  }
}

let lastTransaction: TransactionId = 0;

class ThreadConnection implements DatabaseConnection {
  readonly #threads: Threads;
  transaction: TransactionId | undefined;

  constructor(threads: Threads) {
    this.#threads = threads;
  }

  /** A SELECT outside a transaction goes to the reader, so that it never waits for a commit. */
  async executeQuery<R>({ query, sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const alone = this.transaction === undefined;
    const thread = alone && SelectQueryNode.is(query) ? this.#threads.reader : this.#threads.writer;
    const ask: QueryAsk = {
      sql,
      // Kysely types them as unknown; node:sqlite refuses values that it cannot bind.
      parameters: [...parameters] as QueryAsk['parameters'],
      ...(this.transaction === undefined ? {} : { transaction: this.transaction }),
    };
    const { rows, changes, lastId } = await thread.ask('query', ask);
    return {
      // Kysely derived R from the same statement.
      rows: rows as R[],
      numAffectedRows: BigInt(changes),
      ...(lastId > 0 ? { insertId: BigInt(lastId) } : {}),
    };
  }

  /** The rows come in one piece: no result that this server asks for through Kysely is long. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

class ThreadDriver implements Driver {
  readonly #threads: Threads;

  constructor(threads: Threads) {
    this.#threads = threads;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ThreadConnection> {
    return new ThreadConnection(this.#threads);
  }

  async beginTransaction(connection: ThreadConnection): Promise<void> {
    const transaction = ++lastTransaction;
    await this.#threads.writer.ask('begin', transaction);
    connection.transaction = transaction;
  }

  async commitTransaction(connection: ThreadConnection): Promise<void> {
    await this.#end('commit', connection);
  }

  async rollbackTransaction(connection: ThreadConnection): Promise<void> {
    // A writer that cannot be asked has lost the transaction anyway: the caller is to see the first error.
    await this.#end('rollback', connection).catch(() => undefined);
  }

  async #end(kind: 'commit' | 'rollback', connection: ThreadConnection): Promise<void> {
    const { transaction } = connection;
    if (transaction === undefined) return;
    await this.#threads.writer.ask(kind, transaction);
    connection.transaction = undefined;
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}
