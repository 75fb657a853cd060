import { RecentDeliveries } from '../../capture-log/sqlite/recent-deliveries.ts';
import { CannotOpenStore } from '../../database/errors.ts';
import type { Connection } from '../../database/sqlite/connection.ts';
import { canonicalFile, sqliteFileOf } from '../../database/sqlite/database-file.ts';
import { openForWriting } from '../../database/sqlite/open-connection.ts';
import type { SealInstead } from '../../secrets/encrypted-secrets.ts';
import { takeServerLock } from '../../store/sqlite/server-lock.ts';
import { StoreMigrationError } from './migration-error.ts';
import {
  capturesTable,
  type Key,
  keyColumns,
  type MovedTable,
  type Row,
  readMovedTables,
} from './moved-tables.ts';

/** PostgreSQL's `text` refuses U+0000. Names may have it: the API used to accept it. */
const nul = '\0';
const replacement = '\ufffd';

/**
 * The SQLite database that is moved. Its schema is brought up to date as at every start. After that no server,
 * no operator's command and not even this one writes to it until it is closed.
 */
export class Source {
  readonly tables: readonly MovedTable[];
  /** Gives the secrets of an endpoint as the target is to have them. */
  sealInstead: SealInstead = (_endpointId, sealed) => sealed;
  readonly #connection: Connection;
  readonly #unlock: () => void;

  /**
   * @throws {CannotOpenStore}
   * @throws {StoreMigrationError}
   */
  constructor(url: string) {
    const file = sqliteFileOf(url);
    if (file === undefined) {
      throw new StoreMigrationError(
        '--from must be an SQLite database, as in sqlite:./data/hookwell.db',
      );
    }
    const canonical = canonicalFile(file);
    this.#unlock = lock(canonical);
    try {
      this.#connection = openForWriting(canonical);
    } catch (error) {
      this.#unlock();
      throw error;
    }
    try {
      this.#connection.write(() => RecentDeliveries.of(this.#connection).writeAll());
      // The transaction keeps other writers out and reads one snapshot.
      this.#connection.database.exec('begin immediate; pragma query_only = on');
      this.tables = readMovedTables(this.#connection);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The rows after the key `after` in the order of the primary key. Each is read as it is asked for. */
  *rows(table: MovedTable, after?: Key): Generator<Row, void> {
    const key = keyColumns(table).map(({ name }) => name);
    const from = after === undefined ? '' : `where (${key}) > (${key.map(() => '?')})`;
    // Texts are read as the very bytes that are stored.
    const values = table.columns.map(({ name, type }) =>
      type === 'bytes' ? `cast(${name} as blob)` : name,
    );
    const statement = this.#connection.database.prepare(
      `select ${values} from ${table.name} ${from} order by ${key}`,
      { returnArrays: true },
    );
    // `returnArrays` makes arrays of the rows, and integers come as numbers. The types of node:sqlite lack both.
    for (const row of statement.iterate(...(after ?? [])) as unknown as Iterable<Row>) {
      if (table.name === capturesTable) yield row;
      else yield this.#withSecrets(table, row.map(storable));
    }
  }

  #withSecrets({ name, columns }: MovedTable, row: Row): Row {
    if (name !== 'endpoint_settings') return row;
    const id = row[columns.findIndex((column) => column.name === 'endpoint_id')];
    return row.map((value, place) => {
      if (columns[place]?.name !== 'secrets' || typeof value !== 'string') return value;
      return this.sealInstead(Number(id), value) ?? value;
    });
  }

  /** The endpoints with secrets: all of them, or those whose secrets cannot be given to the target. */
  countSecrets(which: 'all' | 'closed'): number {
    const all = this.#connection.rows(
      'select endpoint_id, secrets from endpoint_settings where secrets is not null',
    );
    if (which === 'all') return all.length;
    return all.filter(([id, sealed]) => !this.sealInstead(Number(id), String(sealed))).length;
  }

  count(table: MovedTable): number {
    return Number(this.#connection.row(`select count(*) from ${table.name}`)?.[0]);
  }

  /** The number of texts that have U+FFFD in place of U+0000. */
  countReplaced(): number {
    let sum = 0;
    for (const { name, columns } of this.tables) {
      for (const column of columns) {
        if (column.type !== 'text') continue;
        const count = `select count(*) from ${name} where instr(cast(${column.name} as blob), x'00')`;
        sum += Number(this.#connection.row(count)?.[0]);
      }
    }
    return sum;
  }

  /** The highest id that a capture ever had. */
  get lastCaptureId(): number {
    return Number(this.#connection.row('select last_id from capture_log')?.[0]);
  }

  /** The highest id that a row ever had, for each table that never uses an id twice. */
  get lastIds(): Map<string, number> {
    const rows = this.#connection.rows('select name, seq from sqlite_sequence');
    return new Map(rows.map(([name, last]) => [String(name), Number(last)]));
  }

  close(): void {
    this.#connection.rollBack();
    this.#connection.close();
    this.#unlock();
  }
}

function lock(file: string): () => void {
  try {
    return takeServerLock(file);
  } catch (error) {
    if (!(error instanceof CannotOpenStore)) throw error;
    throw new StoreMigrationError(
      'a Hookwell server, or another migration, has --from open: stop it first',
      {
        cause: error,
      },
    );
  }
}

function storable(value: Row[number]): Row[number] {
  return typeof value === 'string' ? value.replaceAll(nul, replacement) : value;
}
