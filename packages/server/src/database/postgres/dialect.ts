import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { ConnectionPool, PooledConnection } from './pool.ts';

/** Kysely over the pool, with its own compiler for PostgreSQL. Its errors are those of the store. */
export function poolDialect(pool: ConnectionPool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PoolDriver(pool),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PoolDatabaseConnection implements DatabaseConnection {
  readonly connection: PooledConnection;

  constructor(connection: PooledConnection) {
    this.connection = connection;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = await this.connection.query({ text: sql }, parameters);
    return {
      // Kysely derived R from the same statement.
      rows: rows as R[],
      numAffectedRows: BigInt(rowCount ?? 0),
    };
  }

  /** The rows come in one piece: no result that this server asks for through Kysely is long. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

class PoolDriver implements Driver {
  readonly #pool: ConnectionPool;

  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PoolDatabaseConnection> {
    return new PoolDatabaseConnection(await this.#pool.connect());
  }

  async beginTransaction({ connection }: PoolDatabaseConnection): Promise<void> {
    await connection.query({ text: 'begin' });
  }

  async commitTransaction({ connection }: PoolDatabaseConnection): Promise<void> {
    await connection.query({ text: 'commit' });
  }

  async rollbackTransaction({ connection }: PoolDatabaseConnection): Promise<void> {
    await connection.rollBack();
  }

  async releaseConnection({ connection }: PoolDatabaseConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {}
}
