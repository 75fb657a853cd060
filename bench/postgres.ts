import { runSql, startDatabase } from './database.ts';
import { median, report, reportLoad } from './figures.ts';
import { type LoadResult, load, oneKilobyte } from './load.ts';
import { insertedRows } from './pgbench.ts';
import { startHookwell, visit } from './servers.ts';

/**
 * Durable captures a second through one node and through two on one PostgreSQL, against the same rows that
 * pgbench inserts into the same table. Run: npm run bench:postgres (needs pgbench, a Debian package)
 */
const rounds = 3;
const seconds = 6;
const connections = 256;
/** In one insert of pgbench: as many as share a commit here with these connections, and what suits pgbench best. */
const alike = 96;
const most = 128;

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
  const inserted = { alike: await bestInserted(alike), most: await bestInserted(most) };
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
    `${ratioTo('alike')} (${alike} rows an insert)`,
    `${ratioTo('most')} (${most} rows)`,
  );
}
report('memory of a node', `${first.memory().toFixed(0)} MiB`);
for (const node of nodes) await node.stop();
await database.stop();

/** With as many clients as serve it best. */
async function bestInserted(rowsAtOnce: number): Promise<number> {
  let best = 0;
  for (const clients of [1, 2, 4]) {
    best = Math.max(best, await insertedRows(database, { clients, rowsAtOnce, seconds: 3 }));
  }
  await runSql(database, 'truncate captured_request; checkpoint');
  report(`pgbench, ${rowsAtOnce} rows an insert`, `${best.toFixed(0)} rows/s`);
  return best;
}

/** The connections are shared out among the addresses. */
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
  };
}
