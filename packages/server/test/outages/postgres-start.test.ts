import { inject, test } from 'vitest';
import { query } from '../postgres/connect.ts';
import { createDatabase } from '../postgres/databases.ts';
import { freePort } from '../postgres/free-port.ts';
import { startProcess, startRefused } from '../server-process.ts';

/** The shared server's database, with parts of its URL changed. */
function changed(change: (url: URL) => void): string {
  const url = new URL(inject('postgres').url);
  change(url);
  return url.href;
}

test.concurrent.for<[what: string, url: () => string | Promise<string>, reason: RegExp]>([
  [
    'no server listens at any address of a name',
    async () => `postgresql://hookwell:topsecret@localhost:${await freePort()}/hookwell`,
    /ECONNREFUSED/,
  ],
  [
    'the password is wrong, and has an @',
    () => changed((url) => (url.password = 'x')).replace(':x@', ':top@topsecret@'),
    /password authentication failed/,
  ],
  [
    'the password has a /',
    () => 'postgres://hookwell:top/secret@127.0.0.1/hookwell',
    /Invalid URL/,
  ],
  [
    'the database does not exist',
    () => changed((url) => (url.pathname = '/nowhere')),
    /database "nowhere" does not exist/,
  ],
])('a start says what is wrong in one line: %s', async ([, makeUrl, reason], { expect }) => {
  const databaseUrl = await makeUrl();
  const { code, standardError } = await startRefused({ databaseUrl });
  expect(standardError).toMatch(/^hookwell: [^\n]*\(HOOKWELL_DATABASE_URL\): [^\n]+\n$/);
  expect(standardError).toMatch(reason);
  expect(standardError).not.toContain('secret');
  expect(standardError).not.toContain(new URL(inject('postgres').url).password);
  expect(code).toBe(1);
});

test.concurrent('a start that cannot look after the secrets of endpoints says so, and goes on', async ({
  expect,
}) => {
  await using database = await createDatabase(inject('postgres'));
  await query(database.url, 'alter table endpoint_settings rename to endpoint_settings_away');
  await using server = await startProcess({ databaseUrl: database.url });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(server.standardError()).toContain(
    'Whether all secrets of endpoints can be opened is not known',
  );
});
