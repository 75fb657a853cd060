import { runSql, startDatabase } from './database.ts';
import { median, report, reportLoad } from './figures.ts';
import { type LoadResult, load, oneKilobyte } from './load.ts';
import { insertedRows } from './pgbench.ts';
import { startHookwell, visit } from './servers.ts';

/**
 * Measures durable captures a second through one node and through two on one PostgreSQL, against pgbench inserting
 * the same rows into the same table. Run: npm run bench:postgres (needs pgbench, a Debian package)
 */
const rounds = 3;
const seconds = 6;
const manyConnections = 256;
/** Two nodes share these, so that each has half as many for its groups. */
const fewConnections = 64;
/** Rows in one insert of pgbench: as many as share a commit with these connections, and the best number for pgbench. */
const rowsAlike = 96;
const rowsAtBest = 128;

const database = await startDatabase();
const nodes = [
  await startHookwell({ databaseUrl: database.url }),
  await startHookwell({ databaseUrl: database.url }),
] as const;
const [first, second] = nodes;
const { token } = await visit(first);
const [one, both] = [[first], [first, second]].map((used) =>
  used.map(({ url }) => `${url}/wh/${token}`),
);

const figures: { alike: number; most: number; one: number; both: number; few: number }[] = [];
for (let round = 0; round < rounds; round += 1) {
  const inserted = { alike: await bestInserted(rowsAlike), most: await bestInserted(rowsAtBest) };
  const single = await saturate(one ?? []);
  reportLoad('one node', single);
  const shared = await saturate(both ?? []);
  reportLoad('two nodes', shared);
  const fewSingle = await saturate(one ?? [], fewConnections);
  reportLoad(`one node, ${fewConnections} connections`, fewSingle);
  const fewShared = await saturate(both ?? [], fewConnections);
  reportLoad(`two nodes, ${fewConnections} connections together`, fewShared);
  figures.push({
    ...inserted,
    one: single.perSecond,
    both: shared.perSecond,
    few: fewShared.perSecond / fewSingle.perSecond,
  });
}
for (const name of ['one', 'both'] as const) {
  const ratioTo = (base: 'alike' | 'most') =>
    median(figures.map((figure) => figure[name] / figure[base])).toFixed(3);
  report(
    `ratio to pgbench, ${name === 'one' ? 'one node' : 'two nodes'}`,
    `${ratioTo('alike')} (${rowsAlike} rows an insert)`,
    `${ratioTo('most')} (${rowsAtBest} rows)`,
  );
}
report(
  `two nodes to one, ${fewConnections} connections`,
  median(figures.map(({ few }) => few)).toFixed(3),
);
report('memory of a node', `${first.memory().toFixed(0)} MiB`);
for (const node of nodes) await node.stop();
await database.stop();

/** The best rate of pgbench with 1, 2 and 4 clients. */
async function bestInserted(rowsAtOnce: number): Promise<number> {
  let best = 0;
  for (const clients of [1, 2, 4]) {
    best = Math.max(best, await insertedRows(database, { clients, rowsAtOnce, seconds: 3 }));
  }
  await runSql(database, 'truncate captured_request; checkpoint');
  report(`pgbench, ${rowsAtOnce} rows an insert`, `${best.toFixed(0)} rows/s`);
  return best;
}

/** Loads all nodes at once, which share the connections of one load generator. */
async function saturate(
  url: readonly string[],
  connections = manyConnections,
): Promise<LoadResult> {
  const result = await load({ url, connections, seconds, body: oneKilobyte });
  await runSql(database, 'truncate captured_request; checkpoint');
  return result;
}
