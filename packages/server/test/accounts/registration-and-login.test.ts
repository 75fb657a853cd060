import { expect, test } from 'vitest';
import { logIn } from '../../src/accounts/begin-session.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { parseConfig } from '../../src/config.ts';
import { startAccount, startServer, Visitor } from '../start-server.ts';

const password = 'correct horse';

test('registering answers with the new principal and a session', async () => {
  await using server = await startServer();
  const visitor = new Visitor(server);
  const principal = await visitor.ask(201, 'POST', '/api/auth/register', {
    email: 'Ada@Example.com',
    password,
  });
  expect(principal).toEqual({
    id: expect.any(Number),
    email: 'Ada@Example.com',
    isGuest: false,
    plan: 'free',
    status: 'active',
  });
  expect(await visitor.ask(200, 'GET', '/api/auth/me')).toEqual(principal);
});

test('emails are told apart by their letters, not by case', async () => {
  await using server = await startServer();
  const email = 'Ada@Example.com';
  const { id } = await new Visitor(server).ask(201, 'POST', '/api/auth/register', {
    email,
    password,
  });
  expect(
    await new Visitor(server).ask(409, 'POST', '/api/auth/register', {
      email: 'ada@EXAMPLE.com',
      password,
    }),
  ).toEqual({ error: 'This email is already registered' });
  const visitor = new Visitor(server);
  expect(
    await visitor.ask(200, 'POST', '/api/auth/login', { email: 'aDA@example.COM', password }),
  ).toMatchObject({ id, email });
});

test('of two registrations of one email at the same moment one succeeds', async () => {
  await using server = await startServer();
  const responses = await Promise.all(
    ['twice@example.com', 'TWICE@example.com'].map((email) =>
      new Visitor(server).call('POST', '/api/auth/register', { email, password }),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await server.store.db.selectFrom('account').selectAll().execute()).toHaveLength(1);
  expect(await server.store.db.selectFrom('session').selectAll().execute()).toHaveLength(1);
});

test('logging in gives a new cookie every time and ends the session that was there', async () => {
  await using server = await startServer();
  const visitor = new Visitor(server);
  const account = { email: 'again@example.com', password };
  await visitor.ask(201, 'POST', '/api/auth/register', account);
  const other = await startAccount(server);
  const first = visitor.cookie ?? '';

  await visitor.ask(200, 'POST', '/api/auth/login', account);
  expect(visitor.cookie).not.toBe(first);
  await new Visitor(server, { cookie: first }).ask(401, 'GET', '/api/auth/me');

  // The same for a browser that had another account before.
  const before = other.cookie ?? '';
  await other.ask(200, 'POST', '/api/auth/login', account);
  await new Visitor(server, { cookie: before }).ask(401, 'GET', '/api/auth/me');
  // Other browsers of the account stay logged in.
  await visitor.ask(200, 'GET', '/api/auth/me');
});

test('an unknown email and a wrong password are answered with the same bytes', async () => {
  await using server = await startServer();
  await new Visitor(server).ask(201, 'POST', '/api/auth/register', {
    email: 'known@example.com',
    password,
  });
  const answers = await Promise.all(
    ['known@example.com', 'unknown@example.com'].map(async (email) => {
      const response = await new Visitor(server).call('POST', '/api/auth/login', {
        email,
        password: 'wrong password',
      });
      const headers = withoutOwn(response.headers);
      return { status: response.status, headers, body: await response.text() };
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject({ status: 401, body: '{"error":"Email or password is wrong"}' });
});

test('and after the same work: one hash of the same cost', async () => {
  await using server = await startServer();
  const { db } = server.store;
  await new Visitor(server).ask(201, 'POST', '/api/auth/register', {
    email: 'known@example.com',
    password,
  });
  await db
    .insertInto('account')
    .values({
      email: 'without-password@example.com',
      email_key: 'without-password@example.com',
      password_hash: null,
      plan: 'free',
      status: 'active',
      created_at: 0,
    })
    .execute();
  for (const email of ['known', 'unknown', 'without-password']) {
    const passwords = new Passwords();
    const attempt = { email: `${email}@example.com`, password: 'wrong password' };
    await expect(
      logIn(db, parseConfig({}), passwords, attempt, undefined, 0),
    ).rejects.toMatchObject({
      code: 'wrongLogin',
    });
    expect(passwords.derivations).toBe(1);
  }
});

test('a hash of a former cost is replaced at the next log-in', async () => {
  await using server = await startServer({ realPasswords: true });
  const { db } = server.store;
  const account = { email: 'old-hash@example.com', password: 'password' };
  await new Visitor(server).ask(201, 'POST', '/api/auth/register', account);
  const former =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  await db.updateTable('account').set({ password_hash: former }).execute();
  for (let i = 0; i < 2; i++) {
    await new Visitor(server).ask(200, 'POST', '/api/auth/login', account);
    const row = await db.selectFrom('account').select('password_hash').executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  }
});

test('a password that is too short to be one is a wrong password when somebody logs in', async () => {
  await using server = await startServer();
  const account = { email: 'ada@example.com', password };
  await new Visitor(server).ask(201, 'POST', '/api/auth/register', account);
  for (const email of [account.email, 'nobody@example.com']) {
    for (const tried of ['seven77', '']) {
      const body = { email, password: tried };
      const answer = await new Visitor(server).ask(401, 'POST', '/api/auth/login', body);
      expect(answer).toEqual({ error: 'Email or password is wrong' });
    }
  }
});

test('8 and 256 characters make a password', async () => {
  await using server = await startServer();
  for (const length of [8, 256]) {
    const account = { email: `length-${length}@example.com`, password: 'é'.repeat(length) };
    await new Visitor(server).ask(201, 'POST', '/api/auth/register', account);
    await new Visitor(server).ask(200, 'POST', '/api/auth/login', account);
    await new Visitor(server).ask(401, 'POST', '/api/auth/login', {
      ...account,
      password: 'é'.repeat(length - 1).padEnd(8, 'e'),
    });
  }
});

/** Leaves out the headers in which answers may differ, whatever they are about. */
function withoutOwn(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
}
