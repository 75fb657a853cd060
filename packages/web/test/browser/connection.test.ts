import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type ServerProcess, startProcess } from '../../../server/test/server-process.ts';
import { connection, listed, rows, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

/** A server that can be stopped, killed, frozen, and started again at the same address. */
interface RestartableServer extends AsyncDisposable {
  url: string;
  process: ServerProcess;
  start(): Promise<void>;
}

async function restartableServer(): Promise<RestartableServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hookwell-test-'));
  const databaseUrl = `sqlite:${join(folder, 'hookwell.db')}`;
  const process = await startProcess({ databaseUrl });
  const server: RestartableServer = {
    url: process.url,
    process,
    async start() {
      const { port } = new URL(server.url);
      const environment = { HOOKWELL_PORT: port };
      server.process = await startProcess({ databaseUrl, environment });
    },
    async [Symbol.asyncDispose]() {
      await server.process[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}

const away = { complaints: [/Failed to load resource/, /ERR_CONNECTION/] };

test.for(['SIGTERM', 'SIGKILL'] as const)(
  'a server that ends by %s is seen to be away within 5 s; what came after its return shows',
  async (signal, { visit }) => {
    await using server = await restartableServer();
    const page = await visit('/', { server, allowed: away });
    const url = await shownUrl(page);
    await connection(page, 'live');
    await fetch(`${url}/before`, { method: 'POST' });
    await listed(page, '/before');
    const body = page.getByRole('article').getByText('The request has no body');
    await body.waitFor();
    await fetch(`${url}/not-opened`, { method: 'POST' });
    await listed(page, '/not-opened');

    const ended = Date.now();
    await server.process.end(signal);
    await connection(page, 'reconnecting');
    expect(Date.now() - ended).toBeLessThan(5_000);
    await rows(page, '/not-opened').click();
    await page.getByRole('button', { name: 'Retry' }).waitFor();

    await server.start();
    await fetch(`${url}/meanwhile`, { method: 'POST' });
    await connection(page, 'live');
    await listed(page, '/meanwhile');
    // The body that could not be read is read now.
    await body.waitFor();
    await fetch(`${url}/after`, { method: 'POST' });
    await listed(page, '/after');
    for (const path of ['/before', '/meanwhile', '/after'])
      expect(await listed(page, path)).toBe(1);
  },
);

test('a server that does not answer any more is seen within 5 s of the next probe', async ({
  visit,
}) => {
  await using server = await restartableServer();
  const page = await visit('/', { server, allowed: away });
  const url = await shownUrl(page);
  await connection(page, 'live');

  process.kill(server.process.pid, 'SIGSTOP');
  const frozen = Date.now();
  await connection(page, 'reconnecting', 20_000);
  // A probe comes every 10 s, and its failure shows within 5 s.
  expect(Date.now() - frozen).toBeLessThan(15_000);

  process.kill(server.process.pid, 'SIGCONT');
  await fetch(`${url}/thawed`, { method: 'POST' });
  await connection(page, 'live');
  await listed(page, '/thawed');
});

test('a part that is not loaded when the server stops is there once the server is back', async ({
  visit,
}) => {
  await using server = await restartableServer();
  const page = await visit('/', { server, allowed: { complaints: [/./] } });
  const url = await shownUrl(page);
  await connection(page, 'live');
  await server.process.end('SIGKILL');
  await connection(page, 'reconnecting');
  await page.getByRole('button', { name: /account and settings/ }).click();
  await page.keyboard.press('?');
  expect(new URL(page.url()).origin).toBe(server.url);

  // The page loads again once the service answers, perhaps after its stream is back.
  const reloaded = page.waitForEvent('load', { timeout: 60_000 });
  await server.start();
  await reloaded;
  await connection(page, 'live', 20_000);
  expect(await shownUrl(page)).toBe(url);
  await page.getByRole('button', { name: /account and settings/ }).click();
  await page.getByRole('menuitem', { name: 'API keys' }).waitFor();
});
