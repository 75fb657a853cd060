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
const connections = 256;
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

const figures: { alike: number; most: number; one: number; both: number }[] = [];
for (let round = 0; round < rounds; round += 1) {
  const inserted = { alike: await bestInserted(rowsAlike), most: await bestInserted(rowsAtBest) };
  const single = await saturate(one ?? []);
  reportLoad('one node', single);
  const shared = await saturate(both ?? []);
  reportLoad('two nodes', shared);
  figures.push({ ...inserted, one: single.perSecond, both: shared.perSecond });
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

/** Loads all addresses at once, which share the connections. */
async function saturate(urls: readonly string[]): Promise<LoadResult> {
  const shares = await Promise.all(
    urls.map((url) =>
      load({ url, connections: connections / urls.length, seconds, body: oneKilobyte }),
    ),
  );
  await runSql(database, 'truncate captured_request; checkpoint');
  const sum = (value: (share: LoadResult) => number) =>
    shares.reduce((total, share) => total + value(share), 0);
  const worst = (value: (share: LoadResult) => number) => Math.max(...shares.map(value));
  return {
    perSecond: sum(({ perSecond }) => perSecond),
    answered: sum(({ answered }) => answered),
    failed: sum(({ failed }) => failed),
    p50: worst(({ p50 }) => p50),
    p99: worst(({ p99 }) => p99),
    max: worst(({ max }) => max),
    answeredBy: Object.assign({}, ...shares.map(({ answeredBy }) => answeredBy)),
  };
}
