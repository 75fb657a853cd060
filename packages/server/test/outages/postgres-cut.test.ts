import { expect, inject, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { connect, query } from '../postgres/connect.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../postgres/database-proxy.ts';
import { createDatabase } from '../postgres/databases.ts';
import { startProcess } from '../server-process.ts';
import { password, send, startGuest, Visitor } from '../start-server.ts';
import { environment } from './load.ts';

const cuts = [
  {
    how: 'by the network',
    cut: async (_url: string, proxy: DatabaseProxy) => proxy.cutAll(),
    // PostgreSQL does not know of the cut yet, and stores the capture once it can. It is not sent a second time.
    stored: ['', '', 'cut'],
  },
  {
    how: 'by PostgreSQL',
    cut: async (url: string) => {
      const waiting = "datname = current_database() and wait_event_type = 'Lock'";
      await query(url, `select pg_terminate_backend(pid) from pg_stat_activity where ${waiting}`);
    },
    stored: ['', ''],
  },
];

test.for(cuts)(
  'questions cut off $how are answered 503, and all goes on',
  async ({ cut, stored }) => {
    await using database = await createDatabase(inject('postgres'));
    await using proxy = await startDatabaseProxy(database.url);
    await using node = await startProcess({ databaseUrl: proxy.url, environment });
    const visitor = await startGuest(node);
    const token = await visitor.endpoint();
    expect((await send(node, token)).status).toBe(200);
    // Changes of one network's guests come one after another.
    const other = new Visitor(node);
    await other.ask(201, 'POST', '/api/auth/register', { email: 'o@example.com', password });

    // Locks the rows that a capture, a statement and a transaction need.
    await using holder = await connect(database.url);
    await holder.query('begin; select from endpoint for update; select from account for update');
    const isHeldUp = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const asked = [
      send(node, token, { method: 'POST', body: 'cut' }).then(({ status }) => status),
      visitor.call('PATCH', `/api/endpoints/${token}`, { badgeName: 'x' }).then((r) => r.status),
      other.call('POST', '/api/endpoints').then((r) => r.status),
    ];
    await eventually(async () => (await query(database.url, isHeldUp)).length === asked.length);
    await cut(database.url, proxy);
    await holder.query('rollback');
    expect(await Promise.all(asked)).toEqual([503, 503, 503]);

    expect((await send(node, token)).status).toBe(200);
    const bodies = "select convert_from(body, 'UTF8') as body from captured_request order by body";
    const rows = await eventually(
      () => query(database.url, bodies),
      ({ length }) => length >= stored.length,
    );
    expect(rows.map(({ body }) => body)).toEqual(stored);
    await visitor.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName: 'y' });
    await visitor.ask(201, 'POST', '/api/endpoints');
    expect(await visitor.ask(200, 'GET', '/api/endpoints')).toHaveLength(2);
    expect(await node.end('SIGTERM')).toBe(0);
  },
);
