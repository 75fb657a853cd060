import { expect, test } from 'vitest';
import { AttemptLimit } from '../../src/accounts/attempt-limit.ts';
import { forTest } from '../kept-for.ts';
import { startServer, Visitor } from '../start-server.ts';

const password = 'correct horse';

async function startAt(environment: Record<string, string>) {
  const time = { now: Date.UTC(2026, 0, 1) };
  const server = forTest(await startServer({ clock: () => time.now, environment }));
  return { server, time };
}

test('guest, log-in, registration and password change share 60 attempts a minute and address', async () => {
  const { server, time } = await startAt({ HOOKWELL_AUTH_RATE_LIMIT: '60' });
  const visitor = new Visitor(server);
  await visitor.ask(201, 'POST', '/api/auth/register', { email: 'one@example.com', password });
  await visitor.ask(401, 'POST', '/api/auth/password', {
    currentPassword: 'wrong password',
    newPassword: password,
  });
  const email = 'two@example.com';
  await new Visitor(server).ask(401, 'POST', '/api/auth/login', { email, password });
  for (let i = 0; i < 57; i++) await new Visitor(server).ask(201, 'POST', '/api/auth/guest');

  time.now += 20_500;
  const refused = await new Visitor(server).call('POST', '/api/auth/guest');
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual({ error: 'Too many requests' });
  // The window began with the first attempt.
  expect(refused.headers.get('retry-after')).toBe('40');
  for (const [path, body] of [
    ['/api/auth/login', { email: 'one@example.com', password }],
    ['/api/auth/register', { email: 'three@example.com', password }],
  ] as const) {
    await new Visitor(server).ask(429, 'POST', path, body);
  }
  await visitor.ask(429, 'POST', '/api/auth/password', {
    currentPassword: password,
    newPassword: 'battery staple',
  });
  // An existing session goes on, and so does everything else.
  await visitor.ask(200, 'POST', '/api/auth/guest');
  await visitor.ask(200, 'GET', '/api/auth/me');

  time.now += 39_500;
  await new Visitor(server).ask(201, 'POST', '/api/auth/guest');
});

test('ten guesses a minute at one account from one address, and elsewhere nothing is locked', async () => {
  const { server, time } = await startAt({
    HOOKWELL_AUTH_RATE_LIMIT: '1000',
    HOOKWELL_TRUSTED_PROXIES: '127.0.0.1',
  });
  const logIn = (address: string, email: string, secret: string) =>
    fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password: secret }),
    });
  const email = 'victim@example.com';
  await new Visitor(server).ask(201, 'POST', '/api/auth/register', { email, password });

  const guesses = ['victim@example.com', 'VICTIM@example.com', 'Victim@Example.Com'];
  for (let i = 0; i < 10; i++) {
    const response = await logIn('198.51.100.7', guesses[i % 3] ?? '', 'wrong password');
    expect(response.status).toBe(401);
  }
  // Even the right password is refused from that address.
  const refused = await logIn('198.51.100.7', email, password);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect((await logIn('198.51.100.7', 'somebody-else@example.com', password)).status).toBe(401);
  expect((await logIn('198.51.100.8', email, password)).status).toBe(200);
  time.now += 60_000;
  expect((await logIn('198.51.100.7', email, password)).status).toBe(200);
});

test('an IPv6 subscriber is one address', async () => {
  const { server, time } = await startAt({ HOOKWELL_AUTH_RATE_LIMIT: '2' });
  const limit = new AttemptLimit(server.store.db, () => time.now, { authRateLimit: 2 });
  await limit.countAddress('2001:db8:1:2::1');
  await limit.countAddress('2001:db8:1:2:ffff::7');
  await expect(limit.countAddress('2001:db8:1:2::3')).rejects.toMatchObject({
    code: 'tooManyRequests',
  });
  await limit.countAddress('2001:db8:1:3::1');
});

test('0 switches both limits off', async () => {
  const { server } = await startAt({ HOOKWELL_AUTH_RATE_LIMIT: '0' });
  for (let i = 0; i < 70; i++) await new Visitor(server).ask(201, 'POST', '/api/auth/guest');
  const wrong = { email: 'nobody@example.com', password };
  for (let i = 0; i < 12; i++) await new Visitor(server).ask(401, 'POST', '/api/auth/login', wrong);
  expect(await server.store.db.selectFrom('auth_attempt').selectAll().execute()).toEqual([]);
});

test('no email of an attempt is kept', async () => {
  const { server } = await startAt({ HOOKWELL_AUTH_RATE_LIMIT: '60' });
  const wrong = { email: 'private-matter@example.com', password };
  await new Visitor(server).ask(401, 'POST', '/api/auth/login', wrong);
  const rows = await server.store.db.selectFrom('auth_attempt').selectAll().execute();
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain('private-matter');
});

test('a network that guesses at many passwords at once shuts out none of the others', async () => {
  const server = forTest(
    await startServer({
      realPasswords: true,
      environment: { HOOKWELL_TRUSTED_PROXIES: '127.0.0.1' },
    }),
  );
  const email = 'ada@example.com';
  await new Visitor(server).ask(201, 'POST', '/api/auth/register', { email, password });
  const logIn = (address: string, secret: string) =>
    fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password: secret }),
    });
  // All of one /48, each of a /64 of its own.
  const crowd = Array.from({ length: 80 }, (_, index) =>
    logIn(`2001:db8:1:${index.toString(16)}::1`, 'wrong password'),
  );
  const others = ['2001:db8:2::1', '198.51.100.7'].map((address) => logIn(address, password));
  const [answers, ofOthers] = await Promise.all([Promise.all(crowd), Promise.all(others)]);
  expect(ofOthers.map(({ status }) => status)).toEqual([200, 200]);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(headers.get('retry-after')).toMatch(/^[1-9]/);
  expect(answers.filter(({ status }) => status === 401).length).toBe(80 - refused.length);
});
