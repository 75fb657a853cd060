import { expect, test } from 'vitest';
import {
  alikeForMs,
  failedLogInsForMs,
  listNotes,
  maxTextCharacters,
  removeOldNotes,
  writeNote,
} from '../../src/audit/rows.ts';
import { forFile } from '../kept-for.ts';
import { startAccount, startGuest, startServer } from '../start-server.ts';

const server = forFile(await startServer());
const { db } = server.store;
const minute = Math.floor(Date.now() / alikeForMs) * alikeForMs;

async function startRows(count: number, action: 'endpoint.create' | 'requests.clear' | 'login') {
  const { id } = await startAccount(server);
  await addRows(id, count, action, 0);
  return id;
}

/** Adds rows that are not alike. */
async function addRows(
  id: number,
  count: number,
  action: 'endpoint.create' | 'requests.clear' | 'login',
  from: number,
) {
  for (let number = from; number < from + count; number++) {
    await writeNote(db, { account: { id }, action, by: 'x', subject: `${number}`, at: minute });
  }
}

async function rowsOf(accountId: number) {
  return (await listNotes(db, { accountId, limit: 1000 })).toReversed();
}

test('alike ones of a minute are one row, also at the same moment', async () => {
  const { id } = await startAccount(server);
  const clear = { account: { id }, action: 'requests.clear', by: 'ada@example.org' } as const;
  const at = (ms: number) => ({ ...clear, ipAddress: '192.0.2.1', at: minute + ms });
  await Promise.all(Array.from({ length: 20 }, (_, number) => writeNote(db, at(number))));
  await writeNote(db, at(alikeForMs - 1));
  await writeNote(db, at(alikeForMs));
  await writeNote(db, { ...at(1), subject: 'Shop' });
  await writeNote(db, { ...at(1), by: 'operator' });
  await writeNote(db, { ...at(1), ipAddress: '192.0.2.2' });
  await writeNote(db, { ...at(1), ipAddress: undefined });
  await writeNote(db, { ...at(1), action: 'request.delete' });
  const rows = await rowsOf(id);
  expect(rows.map(({ count }) => count)).toEqual([21, 1, 1, 1, 1, 1, 1]);
});

test('failed log-ins of an hour are one row, whoever tried', async () => {
  const { id } = await startAccount(server);
  const hour = Math.floor(Date.now() / failedLogInsForMs) * failedLogInsForMs;
  const failed = { account: { id }, action: 'login.failed', by: 'unknown' } as const;
  for (const [ipAddress, at] of [
    ['192.0.2.1', hour],
    ['192.0.2.2', hour + failedLogInsForMs - 1],
    ['192.0.2.3', hour + failedLogInsForMs],
  ] as const) {
    await writeNote(db, { ...failed, ipAddress, at });
  }
  expect(await rowsOf(id)).toMatchObject([
    { ip_address: '192.0.2.1', at: hour, count: 2 },
    { ip_address: '192.0.2.3', count: 1 },
  ]);
});

test('long names are cut, wherever the cut is, and any text is data', async () => {
  const { id } = await startAccount(server);
  const long = `${'x'.repeat(maxTextCharacters - 1)}😀 and more`;
  const hostile = `'); drop table audit; -- \u202e\u001b[31m`;
  const action = 'endpoint.rename';
  await writeNote(db, { account: { id }, action, by: hostile, subject: long, at: minute });
  expect(await rowsOf(id)).toMatchObject([
    { actor: hostile, subject: `${'x'.repeat(maxTextCharacters - 1)}\ufffd` },
  ]);
});

test('guests, and accounts that are gone, have no rows, and rows end with their account', async () => {
  const guest = await (await startGuest(server)).ask(200, 'GET', '/api/auth/me');
  await addRows(guest.id, 1, 'login', 0);
  await addRows(999_999, 1, 'login', 0);
  await writeNote(db, {
    ...{ account: { email: 'nobody@example.com' }, action: 'login.failed', by: 'unknown' },
    at: minute,
  });
  expect(await rowsOf(guest.id)).toEqual([]);
  const id = await startRows(3, 'login');
  await db.deleteFrom('account').where('id', '=', id).execute();
  expect(await db.selectFrom('audit').select('id').where('account_id', '=', id).execute()).toEqual(
    [],
  );
});

test('pages follow one another, newest first, and keep the limit', async () => {
  const visitor = await startAccount(server);
  await addRows(visitor.id, 5, 'login', 0);
  const seen: string[] = [];
  let next: string | undefined = '/api/audit?limit=2';
  let pages = 0;
  while (next !== undefined) {
    const response = await visitor.call('GET', next);
    for (const { subject } of JSON.parse(await response.text())) seen.push(subject);
    const link = response.headers.get('link');
    next = link === null ? undefined : /<[^>]*(\/api\/audit[^>]*)>; rel="next"/.exec(link)?.[1];
    pages++;
  }
  expect(seen).toEqual(['4', '3', '2', '1', '0']);
  expect(pages).toBe(3);
  await visitor.ask(400, 'GET', '/api/audit?limit=0');
  await visitor.ask(400, 'GET', '/api/audit?limit=1001');
  await visitor.ask(400, 'GET', '/api/audit?before=x');
});

test('rows of more than 90 days are removed, a few at a time', async () => {
  const day = 86_400_000;
  const { id } = await startAccount(server);
  for (const days of [90, 91, 89, 92]) {
    const at = minute - days * day;
    await writeNote(db, { account: { id }, action: 'login', by: 'x', at });
  }
  const parts = { store: { db }, clock: () => minute };
  expect(await removeOldNotes(parts, 2)).toBe(2);
  expect(await removeOldNotes(parts, 2)).toBe(1);
  expect(await removeOldNotes(parts, 2)).toBe(0);
  expect((await rowsOf(id)).map(({ at }) => at)).toEqual([minute - 89 * day]);
});

test('of too many rows the oldest of the most frequent action go, and no other', async () => {
  const id = await startRows(3, 'login');
  await addRows(id, 30, 'requests.clear', 0);
  await addRows(id, 3, 'login', 3);
  await addRows(id, 8, 'endpoint.create', 0);
  const other = await startRows(30, 'login');
  const parts = { store: { db }, clock: () => minute };
  expect(await removeOldNotes(parts, 5, 44)).toBe(0);
  while ((await removeOldNotes(parts, 5, 20)) > 0);
  const kept = (await rowsOf(id)).map(({ action, subject }) => `${action} ${subject}`);
  const logIns = ['0', '1', '2', '3', '4', '5'].map((number) => `login ${number}`);
  expect(kept.filter((row) => row.startsWith('login'))).toEqual(logIns);
  expect(kept).toContain('requests.clear 29');
  expect(kept).not.toContain('requests.clear 0');
  expect(kept).toContain('endpoint.create 7');
  expect(kept).toHaveLength(20);
  expect(await rowsOf(other)).toHaveLength(20);
});
