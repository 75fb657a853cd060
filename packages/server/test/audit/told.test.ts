import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import {
  createAccount,
  createKeyFor,
  deleteAccount,
  deleteEndpointOf,
  setPassword,
  setPlan,
} from '../../src/operator/accounts.ts';
import { listAudit } from '../../src/operator/audit.ts';
import {
  checkout,
  deleted,
  deliverAll,
  environment,
  invoice,
  january,
} from '../billing/payment-provider.ts';
import { forFile } from '../kept-for.ts';
import { startTestRetention } from '../retention/start-retention.ts';
import {
  password,
  startAccount,
  startGuest,
  startServer,
  Visitor,
  withKey,
} from '../start-server.ts';

// Alike ones count together within a minute of the clock.
const now = Date.now();
const server = forFile(await startServer({ environment, clock: () => now }));
const { db } = server.store;
const operator = { db, clock: server.clock, config: parseConfig(environment) };

/** The entries of an account as the owner sees them, the oldest first, without ids and times. */
async function entriesOf(visitor: Visitor): Promise<unknown[]> {
  const entries = await visitor.ask(200, 'GET', '/api/audit');
  return entries.map(({ id, at, ...told }: { id: number; at: string }) => told).reverse();
}

const from = { ipAddress: '127.0.0.1' };

test('what a key does is by the key, and by whoever made it', async () => {
  const visitor = await startAccount(server, 'plus');
  const { email } = await visitor.ask(200, 'GET', '/api/auth/me');
  const keyed = await withKey(visitor);
  const [{ trackingId }] = await visitor.ask(200, 'GET', '/api/keys');
  const token = await keyed.endpoint();
  await keyed.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName: 'Shop' });
  await visitor.ask(200, 'PATCH', `/api/endpoints/${token}`, {});
  await keyed.ask(204, 'DELETE', `/api/endpoints/${token}`);
  const by = `key test (${trackingId}) of ${email}`;
  const beginning = token.slice(0, 8);
  expect(await entriesOf(visitor)).toEqual([
    { action: 'key.create', by: email, subject: `test (${trackingId})`, ...from },
    { action: 'endpoint.create', by, subject: beginning, ...from },
    { action: 'endpoint.rename', by, subject: `Shop (${beginning})`, ...from },
    { action: 'endpoint.delete', by, subject: `Shop (${beginning})`, ...from },
  ]);
  await keyed.ask(401, 'GET', '/api/audit');
});

test('a guest that is merged is told with what it brought, one that registers is the account itself', async () => {
  const visitor = await startGuest(server);
  await visitor.endpoint();
  await visitor.endpoint();
  const email = 'was-guest@example.com';
  await visitor.ask(201, 'POST', '/api/auth/register', { email, password });
  const again = await startGuest(server);
  await again.endpoint();
  await again.ask(200, 'POST', '/api/auth/login', { email: 'WAS-GUEST@example.com', password });
  await again.ask(200, 'POST', '/api/auth/login', { email, password });
  const by = { by: email, ...from };
  expect(await entriesOf(again)).toEqual([
    { action: 'account.register', ...by },
    { action: 'login', count: 2, ...by },
    { action: 'guest.merge', subject: '1 endpoint', ...by },
  ]);
});

test('payments that change the plan are by the payment provider, others say nothing', async () => {
  const visitor = await startAccount(server);
  const paid = invoice('sub_told', january, { price: 'price_enterprise' });
  await deliverAll(server, [
    checkout('sub_told', january, { client_reference_id: String(visitor.id) }),
    paid,
    paid,
    invoice('sub_told', january + 60, { price: 'price_enterprise' }),
    deleted('sub_told', january + 120),
  ]);
  const change = { action: 'plan.change', by: 'payment provider' };
  expect(await entriesOf(visitor)).toEqual([
    { ...change, subject: 'plus' },
    { ...change, subject: 'enterprise' },
    { ...change, subject: 'free' },
  ]);
});

test('commands of operators are by the operator, and listed for operators', async () => {
  const email = 'operated@example.com';
  const { id } = await createAccount(operator, { email });
  await setPassword(operator, email, password);
  await setPlan(operator, email, 'plus');
  await setPlan(operator, email, 'plus');
  const secret = await createKeyFor(operator, email, 'CI');
  const keyed = new Visitor(server, { key: secret });
  const token = await keyed.endpoint();
  await deleteEndpointOf(operator, token);
  expect(await deleteEndpointOf(operator, token)).toBe(false);
  const entries = await listAudit(operator, { account: { email }, limit: 100 });
  expect(entries.map(({ action, by }) => `${action} by ${by}`).toReversed()).toEqual([
    'account.create by operator',
    'password.change by operator',
    'plan.change by operator',
    'key.create by operator',
    expect.stringMatching(/^endpoint.create by key CI \([0-9a-f]{5}\) of operated@example.com$/),
    'endpoint.delete by operator',
  ]);
  expect(entries[0]).toEqual({
    ...{ id: expect.any(Number), at: expect.any(String), account: email, accountId: id },
    ...{ action: 'endpoint.delete', by: 'operator', subject: token.slice(0, 8) },
  });
  expect(await listAudit(operator, { account: { id }, limit: 2 })).toEqual(entries.slice(0, 2));
  const before = entries[1]?.id;
  expect(await listAudit(operator, { account: { id }, limit: 2, before })).toEqual(
    entries.slice(2, 4),
  );
  const [newest] = await listAudit(operator, { limit: 1 });
  expect(newest).toEqual(entries[0]);
  await expect(listAudit(operator, { account: { id: 999_999 }, limit: 1 })).rejects.toThrow(
    'No account has the id 999999',
  );
});

test('a team hears that it lost a member whose account was deleted', async () => {
  const { id } = await db
    .insertInto('account')
    .values({
      ...{ email: null, email_key: null, password_hash: null, kind: 'team', name: 'Crew' },
      ...{ plan: 'free', status: 'active', created_at: server.clock() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const members = [await startAccount(server), await startAccount(server)];
  const emails: string[] = [];
  for (const member of members) {
    emails.push((await member.ask(200, 'GET', '/api/auth/me')).email);
    const role = { team_id: id, account_id: member.id, role: 'member' } as const;
    await db
      .insertInto('member')
      .values({ ...role, joined_at: 0 })
      .execute();
  }
  const [one = '', other = ''] = emails;
  await members[0]?.ask(204, 'DELETE', '/api/auth/me', { password });
  await deleteAccount(operator, { email: other });
  const entries = await listAudit(operator, { account: { id }, limit: 10 });
  expect(entries).toMatchObject([
    { account: `account ${id}`, action: 'member.remove', by: 'operator', subject: other },
    { account: `account ${id}`, action: 'member.remove', by: one, subject: one, ...from },
  ]);
});

test('what was done stays done where its row cannot be written, which is then in the log', async () => {
  await using broken = await startServer();
  const visitor = await startAccount(broken);
  const { email } = await visitor.ask(200, 'GET', '/api/auth/me');
  await sql
    .raw(
      inject('store') === 'sqlite'
        ? "create trigger full before insert on audit begin select raise(fail, 'full'); end"
        : 'alter table audit add constraint full_ check (count < 0)',
    )
    .execute(broken.store.db);
  const token = await visitor.endpoint();
  expect(await visitor.ask(200, 'GET', '/api/endpoints')).toHaveLength(1);
  expect(await visitor.ask(200, 'GET', '/api/audit')).toEqual([]);
  const line = broken.logLines.find((one) => one.includes('A row of the audit'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    level: 50,
    audit: { action: 'endpoint.create', by: email, subject: token.slice(0, 8), ...from },
  });
});

test('the retention removes old rows, and of an account what is too much', async () => {
  await using it = await startTestRetention();
  const id = await it.account();
  const rows = (count: number, at: number, first: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ account_id: id, at, action: 'requests.clear', actor: 'x', count: 1 },
      kind: `${first + index}`,
    }));
  const put = (values: ReturnType<typeof rows>) =>
    it.store.db.insertInto('audit').values(values).execute();
  await put(rows(3, Date.now() - 91 * 86_400_000, 0));
  for (let first = 3; first < 10_053; first += 335) await put(rows(335, Date.now(), first));
  await it.retention.runOnce();
  const { count, oldest } = await it.store.db
    .selectFrom('audit')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.min('id').as('oldest')])
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(10_000);
  expect(Number(oldest)).toBe(54);
});
