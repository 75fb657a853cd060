import { advisoryLocks } from '../../database/postgres/other-nodes.ts';
import type { ConnectionPool, PooledConnection } from '../../database/postgres/pool.ts';
import { type MovedTable, type Row, type Source, StoreMigrationError } from './source.ts';

/** The longest time that Node counts: ten million rows take long to be counted. */
const patienceMs = 2_147_483_647;
/** One statement inserts so much at most, near enough. A larger row goes alone. */
const maxPageLength = 4 * 1024 * 1024;
/** PostgreSQL takes up to 65,535. */
const maxValues = 10_000;

/**
 * Copies all rows in one transaction, and commits it if the target then has as many rows as the source and the same newest ids.
 * @param onCopied called with the number of rows that the target has now
 * @throws {StoreMigrationError} if the target is in use or not empty, or does not have what was copied
 */
export async function copyInto(
  pool: ConnectionPool,
  source: Source,
  onCopied: (table: string, rows: number) => void,
): Promise<void> {
  await pool.transaction(async (connection) => {
    await shutOthersOut(connection, source);
    // An attempt before this one was rolled back.
    source.replacedTexts = 0;
    let copied = 0;
    for (const table of source.tables) {
      onCopied(table.name, copied);
      for (const page of pages(source.rows(table))) {
        await insert(connection, table, page);
        copied += page.length;
        onCopied(table.name, copied);
      }
    }
    for (const table of source.tables) await compare(connection, source, table);
    // No id is used twice, even if those rows are gone.
    for (const [sequence, lastId] of source.lastIds) {
      const text = `select setval(${sequence}, greatest($1::bigint, 1), $1::bigint > 0)`;
      await connection.query({ text }, [lastId]);
    }
    // The planner has no statistics of a new database.
    const names = source.tables.map(({ name }) => name);
    await connection.query({ text: `analyze ${names}`, query_timeout: patienceMs });
  });
}

/** Until the commit no server leads, which would remove captures that its plans do not keep, and nobody writes. */
async function shutOthersOut(connection: PooledConnection, { tables }: Source): Promise<void> {
  await connection.script(
    'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  );
  const { rows } = await connection.query<{ taken: string }>({
    text: `select pg_try_advisory_xact_lock(${advisoryLocks.leader})::text as taken`,
  });
  if (rows[0]?.taken !== 'true') {
    const reason = 'a Hookwell server, or another migration, is running on --to: stop it first';
    throw new StoreMigrationError(reason);
  }
  await connection.query({
    text: `lock table ${tables.map(({ name }) => name)} in exclusive mode`,
  });
  for (const { name } of tables) {
    const found = await connection.query({ text: `select from ${name} limit 1` });
    if (found.rows.length === 0) continue;
    const reason = `--to is not empty (its table ${name} has rows): give it an empty database`;
    throw new StoreMigrationError(reason);
  }
}

async function compare(
  connection: PooledConnection,
  source: Source,
  table: MovedTable,
): Promise<void> {
  const { rows } = await connection.query<{ rows: number; newest: number | null }>({
    text: table.summary,
    query_timeout: patienceMs,
  });
  const expected = source.summaryOf(table);
  const found = rows[0] ?? { rows: 0, newest: null };
  if (found.rows === expected.rows && found.newest === expected.newest) return;
  const [has, instead] = [found, expected].map((one) => `${one.rows} rows up to ${one.newest}`);
  throw new StoreMigrationError(
    `--to has ${has} in its table ${table.name}, instead of ${instead}`,
  );
}

function* pages(rows: Iterable<Row>): Generator<Row[], void> {
  let page: Row[] = [];
  let length = 0;
  for (const row of rows) {
    for (const value of row) length += Object(value).length ?? 0;
    page.push(row);
    if (length < maxPageLength && (page.length + 1) * row.length <= maxValues) continue;
    yield page;
    page = [];
    length = 0;
  }
  if (page.length > 0) yield page;
}

async function insert(
  connection: PooledConnection,
  { name, columns }: MovedTable,
  page: readonly Row[],
): Promise<void> {
  const values = page.map(
    (row, index) => `(${row.map((_, column) => `$${index * row.length + column + 1}`)})`,
  );
  const text = `insert into ${name} (${columns}) values ${values}`;
  await connection.query({ text, query_timeout: patienceMs }, page.flat());
}
