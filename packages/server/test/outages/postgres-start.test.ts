import { inject, test } from 'vitest';
import { freePort } from '../postgres/free-port.ts';
import { startRefused } from '../server-process.ts';

/** The shared server's database, with parts of its URL changed. */
function changed(change: (url: URL) => void): string {
  const url = new URL(inject('postgres').url);
  change(url);
  return url.href;
}

test.concurrent.for<[what: string, url: () => string | Promise<string>, reason: RegExp]>([
  [
    'no server listens',
    async () => `postgres://hookwell:topsecret@127.0.0.1:${await freePort()}/hookwell`,
    /ECONNREFUSED/,
  ],
  [
    'no server listens at any address of a name',
    async () => `postgresql://hookwell:topsecret@localhost:${await freePort()}/hookwell`,
    /ECONNREFUSED/,
  ],
  [
    'the password is wrong',
    () => changed((url) => (url.password = 'topsecret')),
    /password authentication failed/,
  ],
  [
    'the password is wrong, and has an @',
    () => changed((url) => (url.password = 'x')).replace(':x@', ':top@topsecret@'),
    /password authentication failed/,
  ],
  [
    'the password is wrong, and not in its usual place',
    () => {
      const { username, host } = new URL(inject('postgres').url);
      return `postgres://${host}/postgres?user=${username}&password=topsecret`;
    },
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
