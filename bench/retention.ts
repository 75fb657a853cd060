import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchDatabase, runSql, startDatabase } from './database.ts';
import { report, reportLoad } from './figures.ts';
import { load, oneKilobyte } from './load.ts';
import { type RunningServer, startHookwell, visit } from './servers.ts';

/**
 * Measures the retention on PostgreSQL with 10,000,000 captures, most of which are older than their plans keep them:
 * the pace of removal, the latency of captures meanwhile, and whether the autovacuum keeps up.
 * Run: npm run bench:retention (writes about 10 GB into the temporary folder)
 */
const rows = Number(process.argv[2] ?? 10_000_000);
const endpoints = 20_000;
const days = 40;
/** The longest time that the retention is watched. */
const longestWatchMs = 120_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

const database = await startDatabase();
const before = await startHookwell({ databaseUrl: database.url, plans: 'default' });
await before.stop();
await fill(database);
await reportTable('filled');

const started = performance.now();
const node = await startHookwell({ databaseUrl: database.url, plans: 'default' });
const { receiveUrl } = await visit(node);
reportLoad(
  '500 captures a second meanwhile',
  await load({ url: receiveUrl, connections: 64, seconds: 20, body: oneKilobyte, rate: 500 }),
);
await reportRemoved(node);
for (
  const ends = performance.now() + longestWatchMs;
  (await anyExpired()) && performance.now() < ends;
) {
  await sleep(1000);
}
await reportRemoved(node);
await reportTable('then');
reportLoad(
  '500 captures a second after it',
  await load({ url: receiveUrl, connections: 64, seconds: 10, body: oneKilobyte, rate: 500 }),
);
await node.stop();
await database.stop();

/** Captures of forty days, spread over endpoints of all plans: seven of ten are free, two plus, one enterprise. */
async function fill(on: BenchDatabase): Promise<void> {
  const now = Date.now();
  const millisecondsEach = (days * dayMs) / rows;
  await runSql(
    on,
    `set synchronous_commit = off;
    insert into account (email, email_key, plan, status, created_at)
      select 'a' || i, 'a' || i, (array['free','free','free','free','free','free','free','plus','plus','enterprise'])[1 + i % 10], 'active', 0
      from generate_series(1, ${endpoints}) i;
    insert into endpoint (account_id, token, created_at)
      select id, 'filled' || id, 0 from account where email is not null;
    insert into captured_request
      select nextval('captured_request_id'), 1 + (i::bigint * 7919) % ${endpoints},
        (${now} - ${days * dayMs}::bigint + i * ${millisecondsEach})::bigint, 0, 'POST', '/wh/filled',
        '["Content-Type","application/json"]', '127.0.0.1', convert_to(repeat('x', 300), 'UTF8')
      from generate_series(1, ${rows}) i;
    update endpoint set capture_count = held.captures, capture_bytes = held.bytes
      from (select endpoint_id, count(*) as captures, count(*) * 345 as bytes from captured_request group by 1) held
      where endpoint.id = held.endpoint_id;
    reset synchronous_commit`,
  );
  await runSql(on, 'vacuum analyze');
}

async function anyExpired(): Promise<boolean> {
  const [found] = await runSql<{ some: boolean }>(
    database,
    `select exists (
      select from endpoint join account on account.id = endpoint.account_id cross join lateral (
        select received_at from captured_request where endpoint_id = endpoint.id order by id limit 1) oldest
      where oldest.received_at < ${Date.now() - hourMs}::bigint
        - ${dayMs}::bigint * case account.plan when 'free' then 7 when 'plus' then 30 else 90 end) as some`,
  );
  return found?.some === true;
}

async function reportRemoved({ url }: RunningServer): Promise<void> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const counts = metrics.matchAll(/^hookwell_retention_removed_total\{[^}]*\} (\d+)/gm);
  const removed = counts.reduce((sum, [, count]) => sum + Number(count), 0);
  const seconds = (performance.now() - started) / 1000;
  report(
    `removed after ${seconds.toFixed(0)} s`,
    `${removed} captures`,
    `${(removed / seconds).toFixed(0)}/s`,
  );
}

async function reportTable(when: string): Promise<void> {
  const [table] = await runSql<Record<string, string>>(
    database,
    `select n_live_tup, n_dead_tup, autovacuum_count,
      pg_size_pretty(pg_table_size('captured_request')) as rows,
      pg_size_pretty(pg_indexes_size('captured_request')) as indexes
    from pg_stat_user_tables where relname = 'captured_request'`,
  );
  report(when, ...Object.entries(table ?? {}).map(([name, value]) => `${name} ${value}`));
}
