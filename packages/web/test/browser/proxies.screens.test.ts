import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { connection, listed, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

/** As `proxy_pass` alone: below this path the service is asked without it, and is not told the host. */
async function startProxy(serviceUrl: string, path = ''): Promise<{ url: string }> {
  const { host } = new URL(serviceUrl);
  const proxy = createServer(({ method, url = '', headers }, answer) => {
    if (!url.startsWith(`${path}/`)) return void answer.writeHead(404).end();
    const target = serviceUrl + url.slice(path.length);
    const sent = request(target, { method, headers: { ...headers, host } }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers).flushHeaders();
      answered.pipe(answer);
    });
    answer.on('close', () => sent.destroy());
    sent.on('error', () => answer.destroy()).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close().closeAllConnections());
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The port is not known');
  return { url: `http://localhost:${address.port}` };
}

test('behind a proxy that hides the host the pages work', async ({ visit, server }) => {
  const page = await visit('/', {
    server: await startProxy(server.url),
    // The worker's address is unknown to the policy: the page reads the live stream itself.
    allowed: { origins: [server.url], complaints: [/worker/i] },
  });
  const url = await shownUrl(page);
  await connection(page, 'live');
  await fetch(`${url}/hidden`, { method: 'POST' });
  await listed(page, '/hidden');
  await page.goto(new URL('/docs', page.url()).href);
  await page.getByRole('heading', { name: 'Create an endpoint' }).waitFor();
  await page.goto(new URL('/docs/operating', page.url()).href);
  expect(await page.locator('header').evaluate((one) => getComputedStyle(one).display)).toBe(
    'flex',
  );
});

test('where a page cannot work it names the setting', async ({ visit, server }) => {
  const below = await startProxy(server.url, '/below');
  const page = await visit('/below/', { server: below, allowed: { complaints: [/404/] } });
  for (const path of ['/below/', '/below/resend', `/below/s/${'A'.repeat(43)}`]) {
    await page.goto(below.url + path);
    await page.getByText('HOOKWELL_BASE_URL').waitFor();
  }

  // Over plain http browsers send an `Origin` alone, and the service knows neither it nor the host.
  const plain = await visit('/', {
    server: await startProxy(server.url),
    host: 'hookwell.test',
    allowed: { complaints: [/403/, /own origin/] },
  });
  await plain.getByText('HOOKWELL_BASE_URL').waitFor();
  await plain.getByText(`here that is ${new URL(plain.url()).origin}.`).waitFor();
});
