import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { query } from '../postgres/connect.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { send, startAccount, startServer, Visitor } from '../start-server.ts';

test('what is damaged in PostgreSQL is not served, and the logs say so', async () => {
  await using postgres = await startPostgres();
  const { cookie = '', file } = await storePages(postgres);
  await postgres.stop();
  // Rows stand at the end of their page, here the first.
  const bytes = readFileSync(file);
  bytes[8192 - 20] = (bytes[8192 - 20] ?? 0) ^ 8;
  writeFileSync(file, bytes);
  await postgres.start();
  {
    await using server = await startServer({ databaseUrl: postgres.url });
    // The cluster has checksums.
    expect(server.logLines.join('')).not.toContain('data checksums');
    const account = new Visitor(server, { cookie });
    for (const path of ['/api/requests', '/api/requests/1'])
      expect((await account.call('GET', path)).status).toBe(503);
    expect(server.logLines.join('')).toContain('invalid page in block 0');
    expect(postgres.log).toContain('invalid page in block 0');
  }
  await postgres.stop();
  truncateSync(file, 0);
  await postgres.start();
  await expect(startServer({ databaseUrl: postgres.url })).rejects.toThrow('could not read blocks');
});

/** Stores some pages of captures; gives the session of their account and the file that has them. */
async function storePages(postgres: PostgresServer) {
  await using server = await startServer({ databaseUrl: postgres.url });
  const account = await startAccount(server);
  const token = await account.endpoint();
  for (let count = 0; count < 12; count += 1)
    await send(server, token, { method: 'POST', body: 'x'.repeat(1500) });
  const [row] = await query(
    postgres.url,
    `select pg_relation_filepath('captured_request') as path`,
  );
  return { cookie: account.cookie, file: join(postgres.directory, String(row?.path)) };
}
