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
const connections = 64;

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

const figures: { inserted: number; one: number; both: number }[] = [];
for (let round = 0; round < rounds; round += 1) {
  const inserted = await bestInserted('simple');
  report('pgbench', `${inserted.rows.toFixed(0)} rows/s`, `${inserted.clients} clients`);
  const single = await saturate(one ?? []);
  reportLoad('one node', single);
  const shared = await saturate(both ?? []);
  reportLoad('two nodes', shared);
  figures.push({ inserted: inserted.rows, one: single.perSecond, both: shared.perSecond });
}
for (const name of ['one', 'both'] as const) {
  const ratio = median(figures.map((figure) => figure[name] / figure.inserted));
  report(`ratio to pgbench, ${name === 'one' ? 'one node' : 'two nodes'}`, ratio.toFixed(3));
}
const prepared = await bestInserted('prepared');
report(
  'pgbench, rows prepared',
  `${prepared.rows.toFixed(0)} rows/s`,
  `${prepared.clients} clients`,
);
report('memory of a node', `${first.memory().toFixed(0)} MiB`);
for (const node of nodes) await node.stop();
await database.stop();

async function bestInserted(protocol: 'simple' | 'prepared') {
  let best = { rows: 0, clients: 0 };
  for (const clients of [1, 2, 4]) {
    const rows = await insertedRows(database, { clients, seconds: 4, protocol });
    if (rows > best.rows) best = { rows, clients };
  }
  await runSql(database, 'truncate captured_request; checkpoint');
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
