import type { QueryConfig } from 'pg';
import { bytesArray, int8Array } from '../../database/postgres/binary-array.ts';
import { StoreMigrationError } from './migration-error.ts';
import { type Column, capturesTable, keyOf, type MovedTable, type Row } from './moved-tables.ts';
import { ADVANCE, advanceParameters, advanceValues, type Position } from './progress-record.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';

/** What one statement copies at most; a row that is larger goes alone. */
const mostRows = 5_000;
const mostBytes = 4 * 1024 * 1024;
/** What a row counts for beside its texts and bytes. */
const rowBytes = 64;

/**
 * Copies everything after the position, in batches that are each one statement, which moves the record
 * of the progress as well: whenever this ends, the target has a part whose end it knows.
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
          'somebody else is writing to --to: give it an empty database',
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

/** Inserts the batch where the target is at `from`; gives the number of rows as `copied`. */
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
    text: `with ${ADVANCE}, copied as (
        insert into ${table.name} (${columns})
        select ${columns.map((name) => `batch.${name}`)} from ${rows}, advanced
        returning 1
      )
      select count(*)::integer as copied from copied`,
    values: [...advanceValues(from, to), ...values],
  };
}

interface BatchParameters {
  /** What the rows are in SQL, named `batch`. */
  rows: string;
  values: unknown[];
}

/** Any values, nulls too, with the types that the target has for them. */
function asDocument({ name, columns }: MovedTable, batch: readonly Row[]): BatchParameters {
  const objects = batch.map((row) =>
    Object.fromEntries(columns.map((column, place) => [column.name, row[place]])),
  );
  return {
    rows: `json_populate_recordset(null::${name}, $${advanceParameters + 1}::json) as batch`,
    values: [JSON.stringify(objects)],
  };
}

/** Numbers and bytes alone, as one array a column: nothing is escaped or parsed. */
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
