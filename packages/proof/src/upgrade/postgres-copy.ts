import { type Client, escapeIdentifier } from 'pg';
import { connect } from '../../../server/test/postgres/connect.ts';
import { type Catalog, readCatalog } from './postgres-catalog.ts';

/** The SQL text that makes the database again in an empty one: schema, rows, positions of sequences. */
export async function dumpPostgres(url: string): Promise<string> {
  await using client = await connect(url);
  await client.query('begin isolation level repeatable read read only');
  const catalog = await readCatalog(client);
  const statements = [
    // Functions may name tables that are made after them.
    'set check_function_bodies = off',
    ...catalog.functions,
    ...catalog.sequences,
    ...catalog.tables.flatMap(({ create, afterwards }) => [create, ...afterwards]),
    ...(await readRows(client, catalog)),
    ...catalog.constraints,
    ...catalog.indexes,
    ...catalog.positions,
  ];
  await client.query('commit');
  return statements.map((statement) => `${statement};\n`).join('');
}

/** Makes the database that `dumpPostgres` wrote in an empty one. */
export async function restorePostgres(url: string, text: string): Promise<void> {
  await using client = await connect(url);
  await client.query(`begin; ${text} commit`);
}

/** All rows and everything of the schema: equal for equal databases. */
export async function describePostgres(url: string): Promise<{ catalog: Catalog; rows: string[] }> {
  await using client = await connect(url);
  const catalog = await readCatalog(client);
  return { catalog, rows: (await readRows(client, catalog)).sort() };
}

/** An `insert` for each row, table by table. */
async function readRows(client: Client, { tables }: Catalog): Promise<string[]> {
  const statements: string[] = [];
  for (const { name, columns } of tables) {
    const values = columns.map((column) => `quote_nullable(${escapeIdentifier(column)}::text)`);
    const { rows } = await client.query<{ row: string }>(
      `select concat_ws(', ', ${values.join(', ')}) as row from ${escapeIdentifier(name)} order by ctid`,
    );
    statements.push(
      ...rows.map(({ row }) => `insert into ${escapeIdentifier(name)} values (${row})`),
    );
  }
  return statements;
}
