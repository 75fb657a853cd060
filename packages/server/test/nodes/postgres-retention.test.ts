import { expect, inject, test } from 'vitest';
import { advisoryLocks } from '../../src/database/postgres/other-nodes.ts';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';
import { createDatabase } from '../postgres/databases.ts';
import { startProcess } from '../server-process.ts';
import { send, startAccount, startServer, type TestServer, type Visitor } from '../start-server.ts';
import { inTurn, type Nodes, startNodes } from './start-nodes.ts';

const keptRequests = 50;
const bodyBytes = 1000;
const plans = (limits: object) => ({ HOOKWELL_PLANS: JSON.stringify({ free: limits }) });

/** Stores rows as if they had been captured, without waiting for a round of the retention in between. */
async function insertCaptures({ databaseUrl }: Nodes, token: string, count: number): Promise<void> {
  await query(
    databaseUrl,
    `with filled as (
       insert into captured_request
       select nextval('captured_request_id'), endpoint.id, ${Date.now()}, 0, 'POST', '/', '[]', '127.0.0.1',
         convert_to(repeat('x', ${bodyBytes}), 'UTF8')
       from endpoint, generate_series(1, $2) where token = $1
       returning endpoint_id, octet_length(target) + octet_length(headers) + octet_length(body) as size
     )
     update endpoint set capture_count = capture_count + captures, capture_bytes = capture_bytes + bytes
     from (select endpoint_id, count(*) as captures, sum(size) as bytes from filled group by 1) as totals
     where endpoint.id = endpoint_id`,
    [token, count],
  );
}

/** The account's rows, and its endpoints' counters. */
async function held({ databaseUrl }: Nodes, account: Visitor & { id: number }) {
  const [row] = await query(
    databaseUrl,
    `select count(*)::integer as captures, min(captured_request.id)::integer as oldest,
       coalesce(sum(octet_length(target) + octet_length(headers) + octet_length(body)), 0)::integer as bytes,
       (select sum(capture_count)::integer from endpoint where account_id = $1) as counted,
       (select sum(capture_bytes)::integer from endpoint where account_id = $1) as counted_bytes
     from captured_request join endpoint on endpoint.id = endpoint_id where account_id = $1`,
    [account.id],
  );
  return {
    captures: Number(row?.captures),
    oldest: Number(row?.oldest),
    bytes: Number(row?.bytes),
    counted: Number(row?.counted),
    countedBytes: Number(row?.counted_bytes),
  };
}

/** Captures on every node, which makes each of them trim. Gives the last id, and calls `look` until `isDone`. */
async function trimEverywhere(
  { nodes }: Nodes,
  token: string,
  look: () => Promise<boolean>,
): Promise<number> {
  const answers = await Promise.all(nodes.map((node) => send(node, token)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await eventually(look);
  return Math.max(...answers.map(({ id }) => id));
}

test('nodes that trim one endpoint at once leave exactly what its plan keeps', async () => {
  const environment = plans({ requestsPerEndpoint: keptRequests });
  await using cluster = await startNodes({ environment });
  const account = await startAccount(cluster.nodes[0]);
  const token = await account.endpoint();
  for (let round = 0; round < 2; round++) {
    await insertCaptures(cluster, token, 1500);
    const last = await trimEverywhere(cluster, token, async () => {
      const { captures, counted } = await held(cluster, account);
      expect(captures).toBeGreaterThanOrEqual(keptRequests);
      return captures === keptRequests && counted === keptRequests;
    });
    // Ids have no gaps here, so the oldest ones went.
    expect((await held(cluster, account)).oldest).toBe(last - keptRequests + 1);
  }
});

test('nodes that trim one account by bytes at once remove no capture too many', async () => {
  const bytes = 100_000;
  await using cluster = await startNodes({ environment: plans({ bytes }) });
  const account = await startAccount(cluster.nodes[0]);
  const tokens = [await account.endpoint(), await account.endpoint()];
  for (const token of tokens) await insertCaptures(cluster, token, 1500);
  await trimEverywhere(cluster, inTurn(tokens, 0), async () => {
    const now = await held(cluster, account);
    expect(now.countedBytes).toBeGreaterThan(bytes - 2 * bodyBytes);
    return now.countedBytes <= bytes && now.bytes === now.countedBytes;
  });
  const { captures, counted } = await held(cluster, account);
  expect(counted).toBe(captures);
});

test('one of the nodes leads, and alone removes cleared captures', async () => {
  await using cluster = await startNodes();
  const { nodes } = cluster;
  const account = await startAccount(nodes[0]);
  const token = await account.endpoint();
  const leads = await Promise.all(nodes.map(({ store }) => store.isLeader()));
  expect(leads.filter(Boolean)).toHaveLength(1);
  await insertCaptures(cluster, token, 1500);
  await account.ask(204, 'DELETE', '/api/requests');
  await eventually(async () => (await rowsIn(cluster.databaseUrl, 'captured_request')) === 0);
  expect(await Promise.all(nodes.map(purged))).toEqual(leads.map((leader) => (leader ? 1500 : 0)));
  expect(await Promise.all(nodes.map(({ store }) => store.isLeader()))).toEqual(leads);
});

test('when the process of the leader is killed another node takes over', async () => {
  await using database = await createDatabase(inject('postgres'));
  const { url: databaseUrl } = database;
  await using leader = await startProcess({ databaseUrl });
  await eventually(async () => (await leaderLocks(databaseUrl)) === 1);
  await using one = await startServer({ databaseUrl });
  await using other = await startServer({ databaseUrl });
  const leads = () => Promise.all([one, other].map(({ store }) => store.isLeader()));
  expect(await leads()).toEqual([false, false]);
  await leader.end('SIGKILL');
  const after = await eventually(leads, (both) => both.includes(true));
  expect(after.filter(Boolean)).toHaveLength(1);
  const account = await startAccount(one);
  const token = await account.endpoint();
  await send(other, token);
  await account.ask(204, 'DELETE', `/api/endpoints/${token}`);
  await eventually(async () => (await rowsIn(databaseUrl, 'captured_request')) === 0);
  expect(await Promise.all([one, other].map(purged))).toEqual(after.map(Number));
});

async function purged({ metrics }: TestServer): Promise<number> {
  const { values } = await metrics.retentionRemoved.get();
  return values.find(({ labels }) => labels.cause === 'purge')?.value ?? 0;
}

async function rowsIn(url: string, table: string): Promise<number> {
  return (await query(url, `select 1 from ${table}`)).length;
}

async function leaderLocks(url: string): Promise<number> {
  const rows = await query(
    url,
    `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
     where locktype = 'advisory' and objid = ${advisoryLocks.leader} and granted
       and datname = current_database()`,
  );
  return rows.length;
}
