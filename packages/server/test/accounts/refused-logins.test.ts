import { expect, test } from 'vitest';
import { forTest } from '../kept-for.ts';
import { startServer, type TestServer, Visitor } from '../start-server.ts';

const password = 'correct horse';
const known = 'Ada@example.com';

async function startBehindProxy(environment: Record<string, string> = {}) {
  const time = { now: Date.UTC(2026, 0, 1) };
  const server = forTest(
    await startServer({
      clock: () => time.now,
      environment: { HOOKWELL_TRUSTED_PROXIES: '127.0.0.1', ...environment },
    }),
  );
  await new Visitor(server).ask(201, 'POST', '/api/auth/register', { email: known, password });
  return { server, time };
}

async function logIn(
  server: TestServer,
  address: string,
  email: string,
  secret = 'wrong-password',
): Promise<number> {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password: secret }),
  });
  await response.body?.cancel();
  return response.status;
}

function refusals({ logLines }: TestServer): Record<string, unknown>[] {
  return logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'log-in refused');
}

test('each refused log-in is logged with address, account and reason, and no password', async () => {
  const { server } = await startBehindProxy({ HOOKWELL_AUTH_RATE_LIMIT: '60' });
  expect(await logIn(server, '203.0.113.9', known.toLowerCase())).toBe(401);
  expect(await logIn(server, '2001:db8::7', 'nobody@example.com')).toBe(401);
  expect(await logIn(server, '203.0.113.9', known, password)).toBe(200);
  for (let left = 9; left > 0; left--) await logIn(server, '203.0.113.10', known);
  expect(await logIn(server, '203.0.113.10', known)).toBe(401);
  expect(await logIn(server, '203.0.113.10', known, password)).toBe(429);

  const told = refusals(server).map(({ address, account, reason }) => [address, account, reason]);
  const guess = ['203.0.113.10', known, 'wrong password'];
  expect(told).toEqual([
    ['203.0.113.9', 'ada@example.com', 'wrong password'],
    ['2001:db8::7', 'nobody@example.com', 'unknown email'],
    ...Array.from({ length: 10 }, () => guess),
    ['203.0.113.10', known, 'too many attempts'],
  ]);
  for (const line of refusals(server)) {
    expect(line).toMatchObject({ level: 40, reqId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  }
  // The expression that docs/operating.md gives for fail2ban.
  const pattern =
    /"address":"([^"]+)","account":"[^"]*","reason":"[^"]*","msg":"log-in refused"\}$/;
  const lines = server.logLines.map((line) => pattern.exec(line.trimEnd())?.[1]);
  expect(lines.filter(Boolean)).toEqual(told.map(([address]) => address));
  expect(server.logLines.join('')).not.toMatch(/wrong-password|correct horse/);
});

test('a text that is no email, or a failure of the service, is no refused log-in', async () => {
  const { server } = await startBehindProxy();
  expect(await logIn(server, '203.0.113.9', 'wrong-password')).toBe(400);
  expect(await logIn(server, '203.0.113.9', `${'x'.repeat(300)}@example.com`)).toBe(400);
  await server.store.db.updateTable('account').set({ password_hash: 'broken' }).execute();
  expect(await logIn(server, '203.0.113.9', known)).toBe(500);
  expect(refusals(server)).toEqual([]);
});

test('a flood fills no log, and hides no other address', async () => {
  const { server, time } = await startBehindProxy({ HOOKWELL_AUTH_RATE_LIMIT: '1' });
  const flood = (address: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => logIn(server, address, 'flood@example.com')));
  // One subscriber is one network.
  await flood('2001:db8::1', 80);
  await flood('2001:db8::2', 80);
  expect(refusals(server)).toHaveLength(100);
  await logIn(server, '203.0.113.9', known);
  expect(refusals(server).at(-1)).toMatchObject({ address: '203.0.113.9', leftOut: 60 });
  time.now += 60_000;
  await flood('2001:db8::1', 2);
  expect(refusals(server)).toHaveLength(103);
  expect(refusals(server).at(-1)).not.toHaveProperty('leftOut');
});
