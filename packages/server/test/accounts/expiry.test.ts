import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { removeEndedGuests, removeExpiredSessions } from '../../src/accounts/expiry.ts';
import { removeExpiredHandoffs } from '../../src/accounts/handoffs.ts';
import { eventually } from '../eventually.ts';
import { forTest } from '../kept-for.ts';
import { send, startAccount, startGuest, startServer, Visitor } from '../start-server.ts';

const dayMs = 24 * 3_600_000;

async function startAt(environment: Record<string, string> = {}) {
  const time = { now: Date.UTC(2026, 0, 1) };
  const clock = () => time.now;
  const server = forTest(await startServer({ clock, environment }));
  // The server's own clean-up would remove what the tests count, if its first round came after the time has moved.
  await eventually(async () => {
    const { values } = await server.metrics.retentionRoundSeconds.get();
    return values.some(({ metricName, value }) => metricName?.endsWith('_count') && value > 0);
  });
  return { server, time, parts: { store: server.store, clock } };
}

test('guests whose session has ended go with everything of theirs, a few at a time', async () => {
  const { server, time, parts } = await startAt();
  const { db } = server.store;
  const ended = await startGuest(server);
  const token = await ended.endpoint();
  expect((await send(server, token)).status).toBe(200);
  for (let i = 0; i < 4; i++) await startGuest(server);
  expect(await removeEndedGuests(parts, 100)).toBe(0);

  time.now += 6 * dayMs;
  const late = await startGuest(server);
  const lateToken = await late.endpoint();
  const registered = await startAccount(server);
  time.now += dayMs;

  expect(await removeEndedGuests(parts, 3)).toBe(3);
  expect(await removeEndedGuests(parts, 3)).toBe(2);
  expect(await removeEndedGuests(parts, 3)).toBe(0);
  expect((await send(server, token)).status).toBe(404);
  // The server's next round removes what was captured.
  await eventually(
    () => sql`select id from captured_request`.execute(db),
    ({ rows }) => rows.length === 0,
  );
  expect((await send(server, lateToken)).status).toBe(200);
  await late.ask(200, 'GET', '/api/auth/me');
  await registered.ask(200, 'GET', '/api/auth/me');
});

test('expired sessions of registered accounts go, the accounts stay', async () => {
  const { server, time, parts } = await startAt();
  const { db } = server.store;
  for (let i = 0; i < 3; i++) await startAccount(server);
  const guest = await startGuest(server);
  time.now += 30 * dayMs - 1;
  const live = await startAccount(server);
  time.now += 1;
  expect(await removeExpiredSessions(parts, 2)).toBe(2);
  expect(await removeExpiredSessions(parts, 2)).toBe(1);
  expect(await removeExpiredSessions(parts, 2)).toBe(0);
  expect(await db.selectFrom('account').selectAll().execute()).toHaveLength(5);
  await live.ask(200, 'GET', '/api/auth/me');
  // The guest is still found by its session.
  await guest.ask(401, 'GET', '/api/auth/me');
  expect(await removeEndedGuests(parts, 10)).toBe(1);
});

test('of a guest who goes on elsewhere only the session goes that has ended, and so do codes', async () => {
  const { server, time, parts } = await startAt();
  const page = await startGuest(server);
  const terminal = new Visitor(server);
  const code = async () => (await page.ask(201, 'POST', '/api/auth/handoff')).code;
  await terminal.ask(200, 'POST', '/api/auth/handoff/take', { code: await code() });
  await code();
  time.now += 4 * dayMs;
  expect(await removeExpiredHandoffs(parts, 10)).toBe(1);
  // It lives by its use.
  await terminal.ask(200, 'GET', '/api/auth/me');
  time.now += 4 * dayMs;
  expect(await removeEndedGuests(parts, 10)).toBe(1);
  expect(await removeEndedGuests(parts, 10)).toBe(0);
  await page.ask(401, 'GET', '/api/auth/me');
  await terminal.ask(200, 'GET', '/api/auth/me');
  expect(await parts.store.db.selectFrom('session').selectAll().execute()).toHaveLength(1);
});
