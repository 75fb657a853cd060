import { CannotOpenStore } from '../../database/errors.ts';
import type { Connection } from '../../database/sqlite/connection.ts';
import { openForWriting } from '../../database/sqlite/connection-settings.ts';
import { canonicalFile, sqliteFileOf } from '../../database/sqlite/file-of-url.ts';
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

/** PostgreSQL's `text` refuses U+0000, which names could hold before the API refused it as well. */
const NUL = '\0';
const inItsPlace = '\ufffd';

/**
 * The SQLite database that is moved. Its schema is brought up to date as at every start; after that
 * nobody writes to it until it is closed, neither a server nor an operator's command nor this one.
 */
export class Source {
  readonly tables: readonly MovedTable[];
  readonly #connection: Connection;
  readonly #unlock: () => void;

  /** @throws CannotOpenStore, StoreMigrationError */
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
      // The lock of all writers, and one snapshot for as long as this takes.
      this.#connection.database.exec('begin immediate; pragma query_only = on');
      this.tables = readMovedTables(this.#connection);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The rows in the order of the primary key, those up to `after` left out; read as they are asked for. */
  *rows(table: MovedTable, after?: Key): Generator<Row, void> {
    const key = keyColumns(table).map(({ name }) => name);
    const from = after === undefined ? '' : `where (${key}) > (${key.map(() => '?')})`;
    // Texts as bytes: exactly those that are stored, whatever they are.
    const values = table.columns.map(({ name, type }) =>
      type === 'bytes' ? `cast(${name} as blob)` : name,
    );
    const statement = this.#connection.database.prepare(
      `select ${values} from ${table.name} ${from} order by ${key}`,
      { returnArrays: true },
    );
    // The types of node:sqlite know neither that `returnArrays` makes arrays of the rows, nor that it
    // gives no bigint unless told to.
    for (const row of statement.iterate(...(after ?? [])) as unknown as Iterable<Row>) {
      yield table.name === capturesTable ? row : row.map(storable);
    }
  }

  count(table: MovedTable): number {
    return Number(this.#connection.row(`select count(*) from ${table.name}`)?.[0]);
  }

  /** In how many texts U+FFFD stands in place of U+0000. */
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

  /** The highest id that a row ever had, of the tables that never use one twice. */
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
  return typeof value === 'string' ? value.replaceAll(NUL, inItsPlace) : value;
}
