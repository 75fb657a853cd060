import type { QueryConfig } from 'pg';
import { bytesArray, int8Array } from '../../database/postgres/binary-array.ts';
import { StoreMigrationError } from './migration-error.ts';
import { type Column, capturesTable, keyOf, type MovedTable, type Row } from './moved-tables.ts';
import {
  advanceExpression,
  advanceParameters,
  advanceValues,
  type Position,
} from './progress-record.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';

/** One statement copies so much at most. A larger row goes alone. */
const mostRows = 5000;
const mostBytes = 4 * 1024 * 1024;
/** A row counts for so much beside its texts and bytes. */
const rowBytes = 64;

/**
 * Copies all rows after the position, in batches. Each batch is one statement, which also writes the progress:
 * the target always knows the end of the part that it has.
 * @throws {StoreMigrationError} if another program writes to the target
 */
export async function copyTables(
  source: Source,
  target: Target,
  start: Position,
  onCopied: (position: Position) => void,
): Promise<void> {
  let position = start;
  const first = source.tables.findIndex(({ name }) => name === start.table);
  for (const table of source.tables.slice(first)) {
    const after = table.name === start.table ? start.lastKey : undefined;
    for (const batch of batches(source.rows(table, after))) {
      const next = positionAfter(table, batch, position);
      const [answer] = await target.query<{ copied: number }>(
        copyStatement(table, batch, position, next),
      );
      if (answer?.copied !== batch.length) {
        throw new StoreMigrationError(
          'another program is writing to --to: give it an empty database',
        );
      }
      position = next;
      onCopied(position);
    }
  }
}

function* batches(rows: Iterable<Row>): Generator<Row[], void> {
  let batch: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = sizeOf(row);
    if (batch.length === mostRows || (batch.length > 0 && bytes + size > mostBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

function sizeOf(row: Row): number {
  let size = rowBytes;
  for (const value of row) {
    if (typeof value === 'string') size += value.length;
    else if (value instanceof Uint8Array) size += value.byteLength;
  }
  return size;
}

function positionAfter(table: MovedTable, batch: readonly Row[], before: Position): Position {
  const last = batch.at(-1);
  return {
    table: table.name,
    lastKey: last === undefined ? before.lastKey : keyOf(table, last),
    rows: before.rows + batch.length,
  };
}

/** Inserts the batch if the target is at `from`. Returns the number of rows as `copied`. */
function copyStatement(
  table: MovedTable,
  batch: readonly Row[],
  from: Position,
  to: Position,
): QueryConfig {
  const { rows, values } =
    table.name === capturesTable ? asArrays(table, batch) : asDocument(table, batch);
  const columns = table.columns.map(({ name }) => name);
  return {
    text: `with ${advanceExpression}, copied as (
        insert into ${table.name} (${columns})
        select ${columns.map((name) => `batch.${name}`)} from ${rows}, advanced
        returning 1
      )
      select count(*)::integer as copied from copied`,
    values: [...advanceValues(from, to), ...values],
  };
}

interface BatchParameters {
  /** The rows in SQL, named `batch`. */
  rows: string;
  values: unknown[];
}

/** The batch as one JSON document. Takes any values, nulls too, in the target's types. */
function asDocument({ name, columns }: MovedTable, batch: readonly Row[]): BatchParameters {
  const objects = batch.map((row) =>
    Object.fromEntries(columns.map((column, place) => [column.name, row[place]])),
  );
  return {
    rows: `json_populate_recordset(null::${name}, $${advanceParameters + 1}::json) as batch`,
    values: [JSON.stringify(objects)],
  };
}

/** The batch as one array a column, for numbers and bytes only: nothing is escaped or parsed. */
function asArrays({ columns }: MovedTable, batch: readonly Row[]): BatchParameters {
  const arrays = columns.map(
    ({ type }, place) => `$${advanceParameters + 1 + place}::${arrayTypes[type]}`,
  );
  return {
    rows: `unnest(${arrays}) as batch (${columns.map(({ name }) => name)})`,
    values: columns.map((column, place) => arrayOf(column, batch, place)),
  };
}

const arrayTypes = { integer: 'bigint[]', bytes: 'bytea[]', text: 'text[]' } as const;

function arrayOf({ type }: Column, batch: readonly Row[], place: number): Buffer {
  if (type === 'integer') return int8Array(batch.map((row) => Number(row[place])));
  return bytesArray(
    batch.map((row) => {
      const value = row[place];
      const bytes = value instanceof Uint8Array ? value : new Uint8Array(0);
      return { pieces: [bytes], size: bytes.byteLength };
    }),
  );
}
