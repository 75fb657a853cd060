import { inject, test } from 'vitest';
import { storeError } from '../../src/database/postgres/connection.ts';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';
import { send, startGuest, startServer } from '../start-server.ts';
import { isReady } from './away.ts';
import { type OwnedDatabase, ownedDatabase, ownersPassword } from './owned-database.ts';

interface Refusal {
  what: string;
  /** The statement that makes the database refuse; `end` undoes it. */
  begin: (database: OwnedDatabase) => string;
  end: (database: OwnedDatabase) => string;
  /** The text that the log must have. */
  reason: RegExp;
  /** Whether the database can still be read. */
  reads: 200 | 503;
}

const refusals: readonly Refusal[] = [
  {
    what: 'its password was changed',
    begin: ({ owner }) => `alter role ${owner} password 'wrong'`,
    end: ({ owner }) => `alter role ${owner} password '${ownersPassword}'`,
    reason: /password authentication failed/,
    reads: 503,
  },
  {
    what: 'it was made read-only',
    begin: ({ name }) => `alter database ${name} set default_transaction_read_only = on`,
    end: ({ name }) => `begin; set transaction read write;
      alter database ${name} reset default_transaction_read_only; commit`,
    reason: /read-only transaction/,
    reads: 200,
  },
  {
    // Raises the error alone, for every statement that would need room.
    what: 'its disk is full',
    begin: () => `
      create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on captured_request execute function full_disk();
      create trigger full_disk before insert on endpoint execute function full_disk();
      create trigger full_disk before update on write_check execute function full_disk()`,
    end: () => 'drop function full_disk cascade',
    reason: /could not extend file/,
    reads: 200,
  },
];

test.concurrent.for(refusals)(
  'a node answers 503 while $what, and goes on after',
  async (refusal, { expect }) => {
    const { begin, end, reason, reads } = refusal;
    await using database = await ownedDatabase();
    await using node = await startServer({ databaseUrl: database.url });
    const visitor = await startGuest(node);
    const token = await visitor.endpoint();
    const first = await send(node, token);

    await query(database.adminUrl, begin(database));
    await database.disconnectAll();
    const statusOf = async (method: string, path: string): Promise<number> =>
      (await visitor.call(method, path)).status;
    // By then the node has seen that its connections are gone: a capture on one of them would fail for that reason.
    await eventually(async () => (await statusOf('GET', '/readyz')) === 503);
    const answers = await Promise.all([
      send(node, token).then(({ status }) => status),
      statusOf('GET', '/readyz'),
      statusOf('POST', '/api/endpoints'),
    ]);
    expect(answers).toEqual([503, 503, 503]);
    // Reads may first have to find out that their connection is gone.
    for (const path of ['/api/endpoints', '/api/requests'])
      await eventually(async () => (await statusOf('GET', path)) === reads);
    expect((await fetch(`${node.url}/healthz`)).status).toBe(200);
    const told = node.logLines.filter((line) => reason.test(line));
    expect(told.length).toBeGreaterThan(0);

    await query(database.adminUrl, end(database));
    const next = await eventually(
      () => send(node, token),
      ({ status }) => status === 200,
    );
    expect(next.id).toBeGreaterThan(first.id);
    await eventually(() => isReady(visitor));
    expect(await visitor.ask(200, 'GET', '/api/requests?view=summary')).toHaveLength(2);
  },
);

test('a node says that its database is gone, and that another one has nothing of it', async ({
  expect,
}) => {
  await using database = await ownedDatabase();
  await using node = await startServer({ databaseUrl: database.url });
  const visitor = await startGuest(node);
  const token = await visitor.endpoint();
  expect((await send(node, token)).status).toBe(200);

  const admin = inject('postgres').url;
  const expectRefused = async (reason: RegExp): Promise<void> => {
    expect((await send(node, token)).status).toBe(503);
    expect((await visitor.call('GET', '/api/requests')).status).toBe(503);
    expect(await isReady(visitor)).toBe(false);
    await eventually(() => node.logLines.some((line) => reason.test(line)));
  };
  await query(admin, `drop database ${database.name} with (force)`);
  await expectRefused(/database \S+ does not exist/);
  await query(admin, `create database ${database.name} owner ${database.owner}`);
  await expectRefused(/relation \S+ does not exist/);
  expect((await fetch(`${node.url}/healthz`)).status).toBe(200);
});

test('a name with several addresses, none of which answers, is told of by one', ({ expect }) => {
  const failures = ['::1', '127.0.0.1'].map((at) => new Error(`connect ECONNREFUSED ${at}:5432`));
  expect(storeError(new AggregateError(failures)).message).toBe(
    'PostgreSQL cannot be reached: connect ECONNREFUSED ::1:5432',
  );
});
