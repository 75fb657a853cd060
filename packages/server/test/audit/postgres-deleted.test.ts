import { expect, inject, test } from 'vitest';
import { writeNote } from '../../src/audit/audit-rows.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';
import { createDatabase } from '../postgres/databases.ts';
import { startAccount, startServer } from '../start-server.ts';

test('what is noted while the account is being deleted is no failure', async () => {
  await using database = await createDatabase(inject('postgres'));
  await using server = await startServer({ databaseUrl: database.url });
  const { db } = server.store;
  const { id } = await startAccount(server);
  const note = { action: 'endpoint.move', by: 'somebody', at: server.clock() } as const;
  let noted: Promise<void> | undefined;
  await inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('account').where('id', '=', id).execute();
    noted = writeNote(db, { account: { id }, ...note });
    noted.catch(() => {});
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "audit"%'`;
    await eventually(
      () => query(database.url, waiting),
      (rows) => rows.length === 1,
    );
  });
  await expect(noted).resolves.toBeUndefined();
});
