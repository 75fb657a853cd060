import { CannotOpenStore } from '../../database/errors.ts';
import type { Connection } from '../../database/sqlite/connection.ts';
import {
  canonicalFile,
  sqliteFileOf,
  takeServerLock,
} from '../../database/sqlite/database-file.ts';
import { openForWriting } from '../../database/sqlite/open-connection.ts';
import type { SealInstead } from '../../secrets/encrypted-secrets.ts';

/** An instance cannot be moved. The message is one line with the reason and the remedy. */
export class StoreMigrationError extends Error {
  override name = 'StoreMigrationError';
}

/**
 * The tables that are not moved: `auth_attempt` counts the attempts of the last minute, `handoff` has codes of ten minutes,
 * `removal` counts what went in the last day, `capture_log` is a sequence in PostgreSQL.
 */
export const tablesLeftOut = ['auth_attempt', 'capture_log', 'handoff', 'removal'] as const;

/** The table of captured requests. Its texts are bytes in PostgreSQL: see the schema there. */
const capturesTable = 'captured_request';

/** A table of the source; the target has one with the same names. */
export interface MovedTable {
  name: string;
  columns: readonly string[];
  /** Both sides give the number of rows and the id of the newest row, null if there is none or ids are texts. */
  summary: string;
}

/** A row's values, in the order of the columns. */
export type Row = (number | string | Uint8Array | null)[];

/**
 * The SQLite database that is moved. Its schema is brought up to date as at every start. After that no server,
 * no operator's command and not even this one writes to it until it is closed.
 */
export class Source {
  /** In the order of the schema: tables come after those that they refer to. */
  readonly tables: readonly MovedTable[];
  /** Gives the secrets of an endpoint as the target is to have them. */
  sealInstead: SealInstead = (_endpointId, sealed) => sealed;
  /** The number of texts so far that have U+FFFD in place of U+0000: PostgreSQL's `text` refuses that, and names may have it. */
  replacedTexts = 0;
  readonly #connection: Connection;
  readonly #unlock: () => void;

  /**
   * @throws {CannotOpenStore}
   * @throws {StoreMigrationError}
   */
  constructor(url: string) {
    const file = sqliteFileOf(url);
    if (file === undefined)
      throw new StoreMigrationError(
        '--from must be an SQLite database, as in sqlite:./data/hookwell.db',
      );
    const canonical = canonicalFile(file);
    this.#unlock = lock(canonical);
    try {
      this.#connection = openForWriting(canonical);
    } catch (error) {
      this.#unlock();
      throw error;
    }
    try {
      // The transaction keeps other writers out and reads one snapshot.
      this.#connection.database.exec('begin immediate; pragma query_only = on');
      this.tables = this.#readTables();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** All rows, each read as it is asked for. Texts of captures come as the very bytes that are stored. */
  *rows({ name, columns }: MovedTable): Generator<Row, void> {
    const values =
      name === capturesTable
        ? columns.map(
            (column) => `iif(typeof(${column}) = 'text', cast(${column} as blob), ${column})`,
          )
        : columns;
    const [id, secrets] = [columns.indexOf('endpoint_id'), columns.indexOf('secrets')];
    // SQLite's integers and texts come as numbers and strings.
    for (const row of this.#connection.each(`select ${values} from ${name}`) as Iterable<Row>) {
      const sealed = row[secrets];
      if (typeof sealed === 'string')
        row[secrets] = this.sealInstead(Number(row[id]), sealed) ?? sealed;
      yield row.map((value) => this.#withoutZeros(value));
    }
  }

  #withoutZeros(value: Row[number]): Row[number] {
    if (typeof value !== 'string' || !value.includes('\0')) return value;
    this.replacedTexts += 1;
    return value.replaceAll('\0', '\ufffd');
  }

  /** Of every endpoint that has secrets, whether `sealInstead` can open them. */
  areSecretsOpen(): boolean[] {
    return this.#connection
      .rows('select endpoint_id, secrets from endpoint_settings where secrets is not null')
      .map(([id, sealed]) => this.sealInstead(Number(id), String(sealed)) !== undefined);
  }

  summaryOf({ summary }: MovedTable): { rows: number; newest: number | null } {
    const [rows, newest = null] = this.#connection.row(summary) ?? [];
    return { rows: Number(rows), newest: newest === null ? null : Number(newest) };
  }

  /** The highest id that a row ever had, for each sequence of the target as SQL names it. */
  get lastIds(): (readonly [sequence: string, lastId: number])[] {
    const [lastCapture] = this.#connection.row('select last_id from capture_log') ?? [];
    const rows = this.#connection.rows('select name, seq from sqlite_sequence');
    return [
      [`'captured_request_id'`, Number(lastCapture)],
      ...rows.map(
        ([name, last]) => [`pg_get_serial_sequence('${name}', 'id')`, Number(last)] as const,
      ),
    ];
  }

  close(): void {
    this.#connection.rollBack();
    this.#connection.close();
    this.#unlock();
  }

  #readTables(): MovedTable[] {
    const left = tablesLeftOut.map((name) => `'${name}'`);
    const names = `select name from sqlite_schema
      where type = 'table' and name not like 'sqlite_%' and name not in (${left}) order by rowid`;
    return this.#connection.rows(names).map(([table]) => {
      const name = String(table);
      const columns = this.#connection.rows(
        'select name, type, pk from pragma_table_info(?)',
        name,
      );
      const [id = 'null'] = columns.find(([, type, key]) => key === 1 && type === 'INTEGER') ?? [];
      const summary = `select count(*) as rows, max(${id}) as newest from ${name}`;
      return { name, columns: columns.map(([column]) => String(column)), summary };
    });
  }
}

function lock(file: string): () => void {
  try {
    return takeServerLock(file);
  } catch (error) {
    if (!(error instanceof CannotOpenStore)) throw error;
    const reason = 'a Hookwell server, or another migration, has --from open: stop it first';
    throw new StoreMigrationError(reason, { cause: error });
  }
}
