import { Checksum, type TableChecksum } from './checksum.ts';
import { StoreMigrationError } from './migration-error.ts';
import { keyColumns, type MovedTable, type Row } from './moved-tables.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';

/** Rows that are asked for at once: of bodies only the checksum comes. */
const pageRows = 1_000;

/**
 * Reads the table on both sides from its first row to its last and compares number and checksum.
 * @throws StoreMigrationError where they differ.
 */
export async function compareTable(
  source: Source,
  target: Target,
  table: MovedTable,
  onCompared: (rows: number) => void,
): Promise<TableChecksum> {
  const sourceRows = source.rows(table);
  const there = new Checksum();
  const here = new Checksum();
  await target.transaction('begin isolation level repeatable read read only', async () => {
    // The primary key has the order already. By the planner's figures, sorting ten million rows looks cheaper.
    await target.query('set local enable_sort = off');
    await target.query(`declare moved no scroll cursor for ${selectInOrder(table)}`);
    for (;;) {
      // This side is read while PostgreSQL works.
      const fetching = target.query<Record<string, Row[number]>>(`fetch ${pageRows} from moved`);
      fetching.catch(() => undefined);
      addPage(here, sourceRows);
      const rows = await fetching;
      for (const row of rows) there.add(table.columns.map(({ name }) => row[name] ?? null));
      onCompared(rows.length);
      if (rows.length < pageRows) break;
    }
  });
  for (const row of sourceRows) here.add(row);
  const [ours, theirs] = [here.end(), there.end()];
  if (ours.rows === theirs.rows && ours.checksum === theirs.checksum) return ours;
  const difference =
    ours.rows === theirs.rows ? 'other content' : `${theirs.rows} rows instead of ${ours.rows}`;
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

/** The values as `Checksum` takes them, in the order that SQLite has: that of the bytes. */
function selectInOrder(table: MovedTable): string {
  const values = table.columns.map(({ name, type }) =>
    type === 'bytes' ? `encode(sha256(${name}), 'hex') as ${name}` : name,
  );
  const order = keyColumns(table).map(({ name, type }) =>
    type === 'text' ? `${table.name}.${name} collate "C"` : `${table.name}.${name}`,
  );
  return `select ${values} from ${table.name} order by ${order}`;
}
