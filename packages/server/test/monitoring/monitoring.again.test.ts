import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { exchangeRaw, type RawAnswer } from '../raw-http.ts';
import {
  password,
  send,
  startAccount,
  startGuest,
  startServer,
  Visitor,
  withKey,
} from '../start-server.ts';

describe('/metrics', () => {
  test('counts what happened', async () => {
    await using server = await startServer();
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    const stream = await visitor.call('GET', '/api/sse');
    for (let count = 0; count < 3; count += 1) await send(server, token);
    await send(server, 'z'.repeat(26));
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toMatch(/^hookwell_captures_received_total 4$/m);
    expect(text).toMatch(/^hookwell_captures_stored_total 3$/m);
    expect(text).toMatch(/^hookwell_captures_refused_total\{reason="unknown_endpoint"\} 1$/m);
    expect(text).toMatch(/^hookwell_commit_group_size_count [1-3]$/m);
    expect(text).toMatch(/^hookwell_commit_seconds_count [1-3]$/m);
    expect(text).toMatch(/^hookwell_open_streams 1$/m);
    expect(text).toMatch(/^hookwell_retention_round_seconds_count \d+$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    await stream.body?.cancel();
    await eventually(async () => (await server.metrics.openStreams.get()).values[0]?.value === 0);
  });

  test('has every reason and cause from the start, and what the leader knows of the store', async () => {
    await using server = await startServer({
      environment: { HOOKWELL_MAX_STORE_BYTES: '100000000' },
    });
    const figures = async () => await (await fetch(`${server.url}/metrics`)).text();
    expect(await figures()).toMatch(/^hookwell_captures_refused_total\{reason="store_full"\} 0$/m);
    expect(await figures()).toMatch(/^hookwell_retention_removed_total\{cause="age"\} 0$/m);
    expect(await figures()).toMatch(/^hookwell_store_used_ratio 0(?:\.\d+)?(?:e-\d+)?$/m);
    await eventually(async () => /^hookwell_leader 1$/m.test(await figures()));
    const now = Date.now() / 1000;
    await eventually(async () => /^hookwell_store_bytes \d+$/m.test(await figures()));
    await eventually(async () => {
      const [value] = (await server.metrics.retentionCompleted.get()).values;
      return Math.abs((value?.value ?? 0) - now) < 60;
    });
  });

  test('is for loopback clients and for those with the token; to others it does not exist', async () => {
    await using server = await startServer({
      environment: {
        HOOKWELL_TRUSTED_PROXIES: '127.0.0.1',
        HOOKWELL_METRICS_TOKEN: 'metrics-token',
      },
    });
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(`${server.url}/metrics`, { headers });
      const { status } = response;
      return { status, body: status === 200 ? 'figures' : await response.text() };
    };
    const far = { 'x-forwarded-for': '203.0.113.9' };
    expect(await ask({})).toEqual({ status: 200, body: 'figures' });
    expect(await ask(far)).toEqual({ status: 404, body: '{"error":"Not found"}' });
    expect((await ask({ ...far, authorization: 'Bearer wrong' })).status).toBe(404);
    expect((await ask({ ...far, authorization: 'Bearer metrics-token' })).status).toBe(200);
    // The word of a trusted proxy about the client counts.
    expect((await ask({ 'x-forwarded-for': '127.0.0.1', via: '1.1 proxy' })).status).toBe(200);
    expect((await ask({ via: '1.1 proxy' })).status).toBe(404);
  });

  test('is not for strangers behind a proxy on this machine, nor for pages of a name that leads here', async () => {
    await using server = await startServer({
      environment: {
        HOOKWELL_BASE_URL: 'http://hooks.example.org',
        HOOKWELL_METRICS_TOKEN: 'metrics-token',
      },
    });
    const nowhere = await askRaw(server.url, '/nothing', ['Host: localhost']);
    const statusOf = async (...lines: string[]): Promise<number> => {
      const refused = await askRaw(server.url, '/metrics', lines);
      // A refusal looks like the answer to an address that does not exist.
      if (refused.status === 404) expect(namesOf(refused)).toEqual(namesOf(nowhere));
      const token = 'Authorization: Bearer metrics-token';
      const { status, headers } = await askRaw(server.url, '/metrics', [...lines, token]);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      return refused.status;
    };
    const own = ['localhost', 'LOCALHOST:8080', '127.0.0.1:8080', '127.9.9.9', '[::1]', '[::1]:80'];
    for (const host of own) expect(await statusOf(`Host: ${host}`), host).toBe(200);
    const others = [
      'evil.example',
      'evil.example:8080',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'hooks.example.org',
      '192.0.2.1',
    ];
    for (const host of others) expect(await statusOf(`Host: ${host}`), host).toBe(404);
    const proxies = [
      'X-Forwarded-For: 203.0.113.9',
      'X-Forwarded-For: 127.0.0.1',
      'x-forwarded-proto: https',
      'X-Forwarded-Host: localhost',
      'Forwarded: for=203.0.113.9',
      'X-Real-IP: 127.0.0.1',
      'Via: 1.1 Caddy',
      'CF-Connecting-IP: 203.0.113.9',
    ];
    for (const line of proxies) expect(await statusOf('Host: localhost', line), line).toBe(404);
  });
});

function askRaw(url: string, path: string, lines: readonly string[]): Promise<RawAnswer> {
  return exchangeRaw(
    url,
    `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`,
  );
}

function namesOf({ headers }: RawAnswer): string[] {
  return [...headers.keys()];
}

describe('/readyz', () => {
  test('says when the store has reached its limit, as the receive URL does, and when it has room again', async () => {
    let behindMs = 0;
    await using server = await startServer({
      environment: { HOOKWELL_MAX_STORE_BYTES: '1500000' },
      clock: () => Date.now() - behindMs,
    });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    // What was found out does not count for another hour if the clock is set back.
    behindMs = 3_600_000;
    // Guests may use only a share of it.
    const visitor = await startAccount(server);
    const token = await visitor.endpoint();
    const body = 'x'.repeat(200_000);
    const full = await eventually(
      () => send(server, token, { method: 'POST', body }),
      ({ status }) => status !== 200,
    );
    expect(full.status).toBe(507);
    const notReady = await eventually(
      () => fetch(`${server.url}/readyz`),
      ({ status }) => status !== 200,
    );
    expect(notReady.status).toBe(503);
    expect(await notReady.json()).toEqual(JSON.parse(full.text));
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    // A proxy does not take a node out because its store is full.
    const serving = await fetch(`${server.url}/readyz?full=ok`);
    expect([serving.status, await serving.json()]).toEqual([200, { status: 'full' }]);
    await visitor.ask(204, 'DELETE', '/api/requests');
    await eventually(
      () => send(server, token, { method: 'POST', body }),
      ({ status }) => status === 200,
    );
    await eventually(async () => (await fetch(`${server.url}/readyz`)).status === 200);
  });
});

test('no secret, cookie, token or body is in any log', async () => {
  await using server = await startServer({ environment: { HOOKWELL_LOG_LEVEL: 'trace' } });
  const visitor = await startAccount(server, 'plus');
  const keyed = await withKey(visitor);
  const token = await visitor.endpoint();
  await send(server, token, {
    method: 'POST',
    body: 'body-in-the-log',
    path: '/path-in-the-log?query-in-the-log',
  });
  await keyed.ask(200, 'GET', `/api/requests/endpoint/${token}`);
  await new Visitor(server).call('POST', '/api/auth/login', {
    email: 'nobody@example.com',
    password: 'wrong-password',
  });
  await visitor.call('PATCH', `/api/endpoints/${token}`, { badgeName: 7 });
  // A stored hash that cannot be read makes the request fail: the log has the error, but not the values.
  await server.store.db.updateTable('account').set({ password_hash: 'broken' }).execute();
  await visitor.call('POST', '/api/auth/password', {
    currentPassword: password,
    newPassword: 'new-password-in-the-log',
  });
  const log = server.logLines.join('');
  expect(log).toContain('"route":"/api/requests/endpoint/:token"');
  expect(log).toMatch(/"reqId":"[0-9a-f-]{36}"/);
  const cookieValue = visitor.cookie?.split('=')[1] ?? 'no cookie';
  for (const secret of [
    'body-in-the-log',
    'path-in-the-log',
    'query-in-the-log',
    'new-password-in-the-log',
    'wrong-password',
    password,
    cookieValue,
    keyed.key ?? 'no key',
    token,
  ]) {
    expect(log).not.toContain(secret);
  }
});
