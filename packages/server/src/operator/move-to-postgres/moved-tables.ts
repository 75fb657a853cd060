import type { Connection } from '../../database/sqlite/connection.ts';

/** The tables that are moved, in an order in which rows come after the rows that they refer to. */
export const movedTableNames = [
  'account',
  'session',
  'api_key',
  'member',
  'invitation',
  'identity',
  'audit',
  'endpoint',
  'share',
  'endpoint_settings',
  'endpoint_contract',
  'refusal',
  'purge',
  'subscription',
  'payment_event',
  'merged_guest',
  'former_plan',
  'delivery',
  'capture_answer',
  'capture_kept_headers',
  'capture_contract',
  'listener_answer',
  'captured_request',
] as const;

/**
 * The tables that are not moved: `auth_attempt` counts the attempts of the last minute, `handoff` has codes of ten minutes,
 * `removal` counts what went in the last day, `capture_log` is a sequence in PostgreSQL (`sequences.ts`).
 */
export const tablesLeftOut = ['auth_attempt', 'capture_log', 'handoff', 'removal'] as const;

/** The table of captured requests. Its texts are bytes in PostgreSQL: see the schema there. */
export const capturesTable = 'captured_request';

export interface Column {
  name: string;
  /** The kind of its values on the way. */
  type: 'integer' | 'text' | 'bytes';
}

/** A table of the source; the target has one with the same names. */
export interface MovedTable {
  name: (typeof movedTableNames)[number];
  columns: readonly Column[];
  /** The columns of the primary key, as places in `columns`. */
  key: readonly number[];
}

/** A row's values, in the order of the columns. */
export type Row = (number | string | Uint8Array | null)[];

/** The values of a row's primary key. */
export type Key = (number | string)[];

/** The tables as the source has them, so that a column that is new in both schemas is moved as well. */
export function readMovedTables(source: Connection): MovedTable[] {
  return movedTableNames.map((name) => {
    const rows = source.rows('select name, type, pk from pragma_table_info(?) order by cid', name);
    const columns = rows.map(([column, type]): Column => {
      if (type === 'INTEGER') return { name: String(column), type: 'integer' };
      return { name: String(column), type: name === capturesTable ? 'bytes' : 'text' };
    });
    const key = rows
      .map(([, , place], index) => ({ place: Number(place), index }))
      .filter(({ place }) => place > 0)
      .sort((a, b) => a.place - b.place)
      .map(({ index }) => index);
    return { name, columns, key };
  });
}

export function keyOf(table: MovedTable, row: Row): Key {
  return table.key.map((place) => {
    const value = row[place];
    // Primary keys are numbers and texts, here as in the schema.
    return typeof value === 'number' ? value : String(value);
  });
}

export function keyColumns(table: MovedTable): Column[] {
  return table.key.flatMap((place) => table.columns[place] ?? []);
}
