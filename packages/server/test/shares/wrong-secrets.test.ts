import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { password, send, startAccount, startServer, Visitor } from '../start-server.ts';
import { share, shown } from './sharing.ts';

const clock = { now: Date.UTC(2026, 10, 26, 10) };
const server = forFile(
  await startServer({ clock: () => clock.now, environment: { HOOKWELL_AUTH_RATE_LIMIT: '5' } }),
);

test('only wrong secrets count, of the page too, and they keep no one from logging in', async () => {
  const owner = await startAccount(server);
  const token = await owner.endpoint();
  await send(server, token);
  const { secret } = await share(owner, { endpoint: token });
  for (let count = 0; count < 10; count += 1)
    expect((await shown(server, secret)).status).toBe(200);
  const wrong = ['x', 'A'.repeat(43), 'B'.repeat(43)];
  for (const text of wrong) expect((await shown(server, text)).status).toBe(404);
  const page = (text: string) => fetch(`${server.url}/s/${text}`);
  for (const text of wrong.slice(1)) expect((await page(text)).status).toBe(404);
  const refused = await shown(server, 'C'.repeat(43));
  expect(refused).toMatchObject({ status: 429, text: '{"error":"Too many requests"}' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('referrer-policy')).toBe('no-referrer');
  const refusedPage = await page('D'.repeat(43));
  expect(refusedPage.status).toBe(429);
  expect(await refusedPage.text()).toBe('{"error":"Too many requests"}');
  const headers = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'document' };
  const read = await fetch(`${server.url}/s/${'D'.repeat(43)}`, { headers });
  const seconds = read.headers.get('retry-after');
  expect(read.status).toBe(429);
  expect(read.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(read.headers.get('cache-control')).toBe('no-store');
  expect(await read.text()).toBe(`Too many requests\n\nTry again in ${seconds} s.\n`);
  expect((await shown(server, secret)).status).toBe(200);
  const { email } = await owner.ask(200, 'GET', '/api/auth/me');
  await new Visitor(server).ask(200, 'POST', '/api/auth/login', { email, password });
  clock.now += 60_000;
  expect((await shown(server, 'C'.repeat(43))).status).toBe(404);
});

test('no secret is in the log, in metrics or in an error', async () => {
  const owner = await startAccount(server);
  const token = await owner.endpoint();
  const { secret } = await share(owner, { endpoint: token });
  const answers = [
    await shown(server, secret, { query: '?limit=x' }),
    await shown(server, secret, { query: '?before=x' }),
    await shown(server, `${secret}x`),
    await shown(server, `${secret}/${'x'.repeat(200)}`),
    await shown(server, secret, { method: 'POST' }),
  ];
  for (const { status, text, headers } of answers) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(`${text}${[...headers].join()}`).not.toContain(secret);
  }
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).not.toContain(secret);
  expect(server.logLines.length).toBeGreaterThan(5);
  expect(server.logLines.join('\n')).not.toContain(secret);
  expect(server.logLines.join('\n')).toContain('/api/shared/:secret');
});
