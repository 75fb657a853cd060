import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type PostgresServer } from '../postgres/postgres-server.ts';
import { startServer, Visitor } from '../start-server.ts';
import { type Filled, fillDatabase } from './filled-database.ts';
import { loggedPlans, plansLogged } from './logged-plans.ts';
import { endpointsAfter, accountsAfter, endpointsAmong, accountsAmong } from '../../src/retention/expiring-endpoints.ts';
import { query } from '../postgres/connect.ts';

let postgres: PostgresServer;
let filled: Filled;
beforeAll(async () => {
  postgres = await startPostgres(plansLogged);
  await (await startServer({ databaseUrl: postgres.url }))[Symbol.asyncDispose]();
  console.time('fill');
  filled = await fillDatabase(postgres.url);
  console.timeEnd('fill');
}, 60_000);
afterAll(() => postgres[Symbol.asyncDispose]());

test.for(['auto', 'force_generic_plan'])('x %s', async (mode) => {
  await query(postgres.url, `alter database postgres set plan_cache_mode = ${mode}`);
  const from = postgres.log.length;
  await using server = await startServer({ databaseUrl: postgres.url });
  const { captures, db } = server.store;
  const { accountId, endpointIds: [endpointId = 0], middle } = filled;
  for (const scope of [{ accountId }, { accountId, endpointId }]) {
    for (const order of ['newestFirst', 'oldestFirst'] as const) {
      for (const bounds of [{}, { before: middle }, { after: middle }]) {
        for (const limit of [1, 100, 1000]) {
        await captures.readIds(scope, { ...bounds, order, limit });
        await captures.readPage(scope, { ...bounds, order, limit, maxBytes: 2 ** 20, withBody: true });
        }
      }
    }
  }
  await captures.readOne(accountId, middle);
  await captures.removeOne(accountId, middle);
  await captures.oldestReceivedAt(filled.endpointIds);
  await captures.removeOldest({ accountId }, { keepCount: 99_000 });
  await captures.removeOldest({ accountId, endpointId }, { keepCount: 10 });
  await captures.clear({ accountId, endpointId });
  await captures.purge();
  await endpointsAfter(db, 0, Date.now());
  await accountsAfter(db, 0, Date.now());
  await endpointsAmong(db, filled.endpointIds, Date.now());
  await accountsAmong(db, [1,2,3], Date.now());
  const visitor = new Visitor(server, { cookie: 'hookwell_session=' + 'a'.repeat(43), key: undefined });
  const r = await visitor.call('GET', '/api/endpoints');
  console.log(r.status);
  const stop = captures.onCommitted(() => {}, () => true);
  await new Promise((r) => setTimeout(r, 1500));
  stop();
  const seen = new Set<string>();
  for (const { statement, nodes } of loggedPlans(postgres, from)) {
    const key = statement + nodes.map((n) => n['Node Type'] + ' ' + (n['Relation Name'] ?? '') + ' ' + (n['Index Name'] ?? '')).join('; ');
    if (seen.has(key)) continue; seen.add(key);
    console.log(statement.replace(/\s+/g,' ').slice(0, 400), '\n   =>', nodes.map((n) => n['Node Type'] + ' ' + (n['Relation Name'] ?? '') + ' ' + (n['Index Name'] ?? '')).join('; '));
  }
}, 60_000);
