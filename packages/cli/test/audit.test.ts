import { afterEach, beforeEach, expect, test } from 'vitest';
import { insideDatabase } from '../../server/test/inside-database.ts';
import type { Workplace } from './hookwell-process.ts';
import { beside, startWorkplace } from './start-workplace.ts';

let workplace: Workplace;
beforeEach(async () => {
  workplace = await startWorkplace();
});
afterEach(() => workplace[Symbol.asyncDispose]());

const email = 'ada@example.com';
const hostile = 'Shop \u001b[31m\u202e';

test('operators see what was done to accounts, beside a running server, safe to show', async () => {
  const create = ['account', 'create', '--email', email, '--plan', 'plus'];
  const id = Number(await workplace.output(create));
  await using server = await beside(workplace);
  const key = await workplace.output(['key', 'create', '--email', email, '--name', hostile]);
  const headers = { authorization: `Bearer ${key}` };
  const made = await fetch(`${server.url}/api/endpoints`, { method: 'POST', headers });
  const { token } = Object(await made.json());

  const text = await workplace.output(['audit', '--account', 'ADA@example.com']);
  const [headings, newest, ...others] = text.split('\n');
  expect(headings).toMatch(/^ID +AT +ACCOUNT +ACTION +BY +FROM +SUBJECT$/);
  expect(newest).toMatch(
    /^\d+ +\S+Z +ada@example\.com +endpoint\.create +key Shop .* of ada@example\.com +127\.0\.0\.1 +/,
  );
  expect(newest).toContain(token.slice(0, 8));
  expect(others).toHaveLength(2);
  expect(text).not.toContain('\u001b');
  expect(text).not.toContain('\u202e');
  expect(text).not.toContain(token);
  expect(text).not.toContain(key);

  const all = await workplace.jsonLines(['audit', '--json']);
  expect(all).toHaveLength(3);
  expect(all[2]).toEqual({
    ...{ id: expect.any(Number), at: expect.stringMatching(/Z$/) },
    ...{ account: email, accountId: id, action: 'account.create', by: 'operator' },
  });
  expect(
    await workplace.jsonLines(['audit', '--account', `${id}`, '--limit', '1', '--json']),
  ).toEqual(all.slice(0, 1));
  const { id: before } = Object(all[0]);
  expect(await workplace.jsonLines(['audit', '--before', `${before}`, '--json'])).toEqual(
    all.slice(1),
  );
});

test('alike ones have their number, and what cannot be an account is refused', async () => {
  await workplace.output(['account', 'create', '--email', email]);
  const url = workplace.environment.HOOKWELL_DATABASE_URL ?? '';
  await insideDatabase(url, (db) => db.updateTable('audit').set({ count: 7 }).execute());
  expect(await workplace.output(['audit'])).toContain('account.create (7 times)');
  expect(await workplace.run(['audit', '--account', 'x'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('--account must be the id of an account, not "x"'),
  });
  expect(await workplace.run(['audit', '--account', 'nobody@example.com'])).toMatchObject({
    code: 1,
    error: expect.stringContaining('No account has the email nobody@example.com'),
  });
  expect(await workplace.run(['audit', '--limit', '10001'])).toMatchObject({ code: 2 });
});
