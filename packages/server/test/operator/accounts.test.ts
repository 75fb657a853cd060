import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { deleteEndpointByToken } from '../../src/endpoints/endpoints.ts';
import {
  createAccount,
  createKeyFor,
  deleteAccount,
  listAccounts,
  type OperatorParts,
  setPassword,
  setPlan,
} from '../../src/operator/accounts.ts';
import { listGuests } from '../../src/operator/guests.ts';
import {
  send,
  startAccount,
  startGuest,
  startServer,
  type TestServer,
  Visitor,
} from '../start-server.ts';

const email = 'Operated@example.com';
const password = 'correct horse';

function operatorOf(server: TestServer): OperatorParts {
  return {
    db: server.store.db,
    clock: Date.now,
    config: parseConfig({ HOOKWELL_SIGNUP_PLAN: 'free' }),
  };
}

test('an account made by the operator can log in once it has a password', async () => {
  await using server = await startServer();
  const operator = operatorOf(server);
  const { id } = await createAccount(operator, { email });
  const visitor = new Visitor(server);
  await visitor.ask(401, 'POST', '/api/auth/login', { email, password });
  await setPassword(operator, 'operated@EXAMPLE.com', password);
  expect(await visitor.ask(200, 'POST', '/api/auth/login', { email, password })).toMatchObject({
    id,
    plan: 'free',
  });
  await expect(createAccount(operator, { email: email.toLowerCase() })).rejects.toMatchObject({
    code: 'emailTaken',
  });
});

test('plan and password can be given at once', async () => {
  await using server = await startServer();
  const operator = operatorOf(server);
  await createAccount(operator, { email, plan: 'enterprise', password });
  const principal = await new Visitor(server).ask(200, 'POST', '/api/auth/login', {
    email,
    password,
  });
  expect(principal).toMatchObject({ email, plan: 'enterprise' });
});

test('a plan counts at once', async () => {
  await using server = await startServer();
  const operator = operatorOf(server);
  await createAccount(operator, { email, plan: 'plus' });
  const key = await createKeyFor(operator, email, 'first');
  const program = new Visitor(server, { key });
  await program.ask(200, 'GET', '/api/endpoints');
  await setPlan(operator, email, 'free');
  await program.ask(403, 'GET', '/api/endpoints');
  await server.store.db.updateTable('account').set({ status: 'canceled' }).execute();
  await setPlan(operator, email, 'plus');
  expect(await program.ask(200, 'GET', '/api/auth/me')).toMatchObject({
    plan: 'plus',
    status: 'active',
  });
});

test('a new password ends every session', async () => {
  await using server = await startServer();
  const operator = operatorOf(server);
  await createAccount(operator, { email, password });
  const visitor = new Visitor(server);
  await visitor.ask(200, 'POST', '/api/auth/login', { email, password });
  const other = await startAccount(server);
  await setPassword(operator, email, 'battery staple');
  await visitor.ask(401, 'GET', '/api/auth/me');
  await other.ask(200, 'GET', '/api/auth/me');
});

test('a key of the operator follows the same rules', async () => {
  await using server = await startServer();
  const operator = operatorOf(server);
  await createAccount(operator, { email });
  await expect(createKeyFor(operator, email, 'free')).rejects.toMatchObject({ code: 'planTooLow' });
  await setPlan(operator, email, 'plus');
  for (let i = 0; i < 20; i++) await createKeyFor(operator, email, `key ${i}`);
  await expect(createKeyFor(operator, email, 'one more')).rejects.toMatchObject({
    code: 'apiKeyLimit',
  });
});

test('deleting', async () => {
  await using server = await startServer();
  const operator = operatorOf(server);
  await createAccount(operator, { email, password });
  const visitor = new Visitor(server);
  await visitor.ask(200, 'POST', '/api/auth/login', { email, password });
  const token = await visitor.endpoint();
  expect(await deleteEndpointByToken(operator.db, token)).toBe(true);
  expect((await send(server, token)).status).toBe(404);
  expect(await deleteEndpointByToken(operator.db, token)).toBe(false);
  expect(await deleteEndpointByToken(operator.db, 'no\0token')).toBe(false);

  await visitor.endpoint();
  await deleteAccount(operator, { email });
  await visitor.ask(401, 'GET', '/api/auth/me');
  expect(await operator.db.selectFrom('endpoint').selectAll().execute()).toEqual([]);
  for (const attempt of [
    () => deleteAccount(operator, { email }),
    () => setPlan(operator, email, 'plus'),
    () => setPassword(operator, email, password),
    () => createKeyFor(operator, email, 'none'),
  ]) {
    await expect(attempt()).rejects.toThrow(`No account has the email ${email}`);
  }
});

test('the list has the registered accounts and no secret', async () => {
  await using server = await startServer();
  const operator = operatorOf(server);
  const { id } = await createAccount(operator, { email, plan: 'plus', password });
  const other = await startAccount(server);
  await other.endpoint();
  await other.endpoint();
  await startGuest(server);
  expect(await listAccounts(operator)).toEqual([
    { id, email, plan: 'plus', status: 'active', createdAt: expect.any(String), endpoints: 0 },
    expect.objectContaining({ id: other.id, plan: 'free', endpoints: 2 }),
  ]);
});

test('guests are listed by the space they hold, with their network, and deleted by their id', async () => {
  await using server = await startServer();
  const operator = operatorOf(server);
  await startAccount(server);
  const small = await startGuest(server);
  const large = await startGuest(server);
  const empty = await startGuest(server);
  await send(server, await small.endpoint(), { method: 'POST', body: 'x'.repeat(1000) });
  const token = await large.endpoint();
  await large.endpoint();
  for (let count = 0; count < 2; count++) {
    await send(server, token, { method: 'POST', body: 'x'.repeat(5000) });
  }
  const idOf = async (visitor: Visitor) => (await visitor.ask(200, 'GET', '/api/auth/me')).id;
  const from = { network: '127.0.0.1', createdAt: expect.any(String), bytes: expect.any(Number) };
  const listed = await listGuests(operator);
  expect(listed).toEqual([
    { ...from, id: await idOf(large), endpoints: 2, requests: 2 },
    { ...from, id: await idOf(small), endpoints: 1, requests: 1 },
    { ...from, id: await idOf(empty), endpoints: 0, requests: 0, bytes: 0 },
  ]);
  expect(listed[0]?.bytes).toBeGreaterThan(10_000);

  const id = await idOf(large);
  await deleteAccount(operator, { id });
  await large.ask(401, 'GET', '/api/auth/me');
  expect((await send(server, token)).status).toBe(404);
  expect(await listGuests(operator)).toHaveLength(2);
  await expect(deleteAccount(operator, { id })).rejects.toThrow(`No account has the id ${id}`);
});
