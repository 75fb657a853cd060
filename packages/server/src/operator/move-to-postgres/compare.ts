import { Checksum, type TableChecksum } from './checksum.ts';
import { StoreMigrationError } from './migration-error.ts';
import { keyColumns, type MovedTable, type Row } from './moved-tables.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';

/** One query asks for so many rows. PostgreSQL sends only the checksums of bodies. */
const pageRows = 1000;

/**
 * Reads the table on both sides from its first row to its last and compares number and checksum.
 * @throws {StoreMigrationError} if they differ
 */
export async function compareTable(
  source: Source,
  target: Target,
  table: MovedTable,
  onCompared: (rows: number) => void,
): Promise<TableChecksum> {
  const sourceRows = source.rows(table);
  const targetSum = new Checksum();
  const sourceSum = new Checksum();
  await target.transaction('begin isolation level repeatable read read only', async () => {
    // The primary key has this order. The planner wrongly expects that sorting ten million rows is cheaper.
    await target.query('set local enable_sort = off');
    await target.query(`declare moved no scroll cursor for ${selectInOrder(table)}`);
    for (;;) {
      // The source is read while PostgreSQL works.
      const fetching = target.query<Record<string, Row[number]>>(`fetch ${pageRows} from moved`);
      fetching.catch(() => undefined);
      addPage(sourceSum, sourceRows);
      const rows = await fetching;
      for (const row of rows) targetSum.add(table.columns.map(({ name }) => row[name] ?? null));
      onCompared(rows.length);
      if (rows.length < pageRows) break;
    }
  });
  for (const row of sourceRows) sourceSum.add(row);
  const [expected, found] = [sourceSum.end(), targetSum.end()];
  if (expected.rows === found.rows && expected.checksum === found.checksum) return expected;
  const difference =
    expected.rows === found.rows
      ? 'other content'
      : `${found.rows} rows instead of ${expected.rows}`;
  throw new StoreMigrationError(
    `--to has ${difference} in its table ${table.name}: give it an empty database and begin anew`,
  );
}

function addPage(checksum: Checksum, rows: Generator<Row, void>): void {
  for (let count = 0; count < pageRows; count++) {
    const { value, done } = rows.next();
    if (done) return;
    checksum.add(value);
  }
}

/** Selects the values as `Checksum` takes them, in SQLite's order, which is that of the bytes. */
function selectInOrder(table: MovedTable): string {
  const values = table.columns.map(({ name, type }) =>
    type === 'bytes' ? `encode(sha256(${name}), 'hex') as ${name}` : name,
  );
  const order = keyColumns(table).map(({ name, type }) =>
    type === 'text' ? `${table.name}.${name} collate "C"` : `${table.name}.${name}`,
  );
  return `select ${values} from ${table.name} order by ${order}`;
}
