import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { send, startAccount, startGuest, Visitor } from '../../../server/test/start-server.ts';
import { as, chooseOfEndpoints, listed, pasted } from './dashboard-page.ts';
import { test } from './fixture.ts';

test('Escape never discards a key that was not copied', async ({ visit, server }) => {
  const account = await startAccount(server, 'plus');
  const page = await visit('/keys', { prepare: as(account) });
  await page.getByLabel('Name').fill('deploy');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your new key' });
  await dialog.waitFor();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Escape');
  await dialog.getByText('The key was not copied yet').waitFor();
  expect(await dialog.getByLabel('The key', { exact: true }).inputValue()).toMatch(/^wh-/);
  await dialog.getByRole('button', { name: 'Close without copying' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('both lists have every action, and the palette runs those without a key', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await send(server, token, { method: 'POST', path: '/one' });
  const { id } = await send(server, token, { method: 'POST', path: '/two' });
  const page = await visit(`/endpoints/${token}/requests/${id}`, { prepare: as(guest) });
  await listed(page, '/one');
  await page.getByRole('article').getByText('/two').waitFor();
  const actions = [
    'Delete all requests',
    'Delete the requests of all endpoints',
    'Mark all as read',
    'Delete the endpoint',
    'Rename the endpoint',
    'New endpoint',
    'Delete all endpoints and start over',
    'Delete the request',
    'Send again',
    'Send to another URL',
    'Compare with another request',
    'Copy the URL',
    'Copy the headers',
    'Copy as fetch',
    'Copy as Python',
    'Copy as HTTP text',
    'Send a test request',
    'Create an account',
    'Log out',
    'Dark theme',
  ];
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Actions and keyboard shortcuts' });
  for (const label of actions) await help.getByText(label, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Search commands' }).waitFor();
  for (const label of actions)
    await page.getByRole('option').getByText(label, { exact: true }).waitFor();
  await page.keyboard.type('Delete all req');
  await page.getByRole('option', { name: 'Delete all requests' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: 'Delete 2 requests?' }).waitFor();
});

/** A user's program. It allows other origins only on its path `/open`, and where the lines that were pasted into it do. */
async function receiver() {
  const pasted = { lines: '' };
  const received: { line: string; tried: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const { method, url = '', headers } = request;
    if (url.startsWith('/open')) {
      for (const name of ['origin', 'headers', 'methods'])
        response.setHeader(`access-control-allow-${name}`, '*');
    }
    const answered = new Function('req', 'res', pasted.lines)(request, response);
    if (answered !== undefined) return;
    const body = Buffer.concat(await request.toArray()).toString();
    const tried = headers['x-tried']?.toString();
    if (method !== 'OPTIONS' && method !== 'HEAD')
      received.push({ line: `${method} ${url}`, tried, body });
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    received,
    pasted,
    port,
    origin: `http://localhost:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The page's command: as the service hands it out, by the hash of its content. */
async function startOfCommand(server: { url: string }): Promise<string> {
  const content = await (await fetch(`${server.url}/hookwell.tgz`)).bytes();
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
  return `npx --yes '${server.url}/hookwell.tgz?v=${hash}'`;
}

test('a request is edited before it is sent again, to an address without a scheme', async ({
  visit,
  server,
}) => {
  await using target = await receiver();
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'POST', path: '/orders?page=2', headers, body: '{"total":1}' };
  const { id } = await send(server, token, sent);
  const page = await visit(`/resend?id=${id}`, {
    prepare: as(guest),
    allowed: {
      origins: [target.origin, 'http://localhost:1'],
      complaints: [/CORS policy|ERR_FAILED|ERR_CONNECTION_REFUSED|ERR_UNSAFE_PORT/],
    },
  });
  await page.getByLabel('URL', { exact: true }).fill(`localhost:${target.port}/open`);
  await page.getByText(`Goes to ${target.origin}/open/orders?page=2`).waitFor();
  const npx = await startOfCommand(server);
  const replay = page.getByText(`${npx} replay ${id} --to`);
  await replay.first().waitFor();
  await page.getByText(`${npx} listen ${token} --forward ${target.origin}/open`).waitFor();

  await page.getByLabel('Method').fill('PUT');
  await page.getByLabel('Path and query').fill('/invoices?page=3');
  await page.getByRole('button', { name: 'Add a header' }).click();
  await page.keyboard.type('X-Tried');
  await page.keyboard.press('Tab');
  await page.keyboard.type('twice');
  await page.getByLabel('Body', { exact: false }).first().fill('{"total":2}');
  // The command would send the captured request, and this is another one.
  expect(await replay.count()).toBe(0);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText(/^204\b/).waitFor();
  expect(target.received).toEqual([
    { line: 'PUT /open/invoices?page=3', tried: 'twice', body: '{"total":2}' },
  ]);

  // If the browser is not allowed to send, the page shows the commands that are.
  await page.getByRole('button', { name: 'Back to the captured request' }).click();
  await page.getByLabel('URL', { exact: true }).fill(`localhost:${target.port}/closed`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const failure = page
    .locator('[aria-live="polite"]')
    .filter({ hasText: 'No answer could be read' });
  await failure.getByText(`${npx} replay ${id} --to ${target.origin}/closed`).waitFor();
  await failure.getByText(`${npx} listen ${token} --forward ${target.origin}/closed`).waitFor();
  expect(target.received).toHaveLength(1);

  // The lines that the page shows are those that the program needs.
  await failure.getByText('Something answers at this URL').waitFor();
  target.pasted.lines = (await failure.getByRole('tabpanel').locator('code').textContent()) ?? '';
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText(/^204\b/).waitFor();
  expect(target.received).toHaveLength(2);

  await page.getByLabel('URL', { exact: true }).fill('localhost:1');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Nothing answers at this URL').waitFor();
});

test('an empty endpoint shows how to forward; the copy has a code for who copies it', async ({
  visit,
  server,
}) => {
  const page = await visit('/');
  await page.getByText('--forward http://localhost:3000').waitFor();
  const login = `${await startOfCommand(server)} login --url ${server.url} --code`;
  const shown = page.locator('code').filter({ hasText: login });
  expect(await shown.textContent()).not.toMatch(/--code \w/);
  expect(await page.getByText('Over plain http').count()).toBe(0);

  await page.getByRole('button', { name: 'Copy the commands that forward' }).click();
  await page.getByText('Copied the commands that forward').waitFor();
  const copied = await pasted(page);
  const [, code = ''] = / --code ([0-9A-Za-z]{22})\n/.exec(copied) ?? [];
  expect(copied).toBe(await shown.textContent());
  const terminal = new Visitor(server);
  await terminal.ask(200, 'POST', '/api/auth/handoff/take', { code });
  const [{ token }] = await terminal.ask(200, 'GET', '/api/endpoints');
  expect(copied).toContain(`listen ${token} --forward`);
});

test('where the service has no command to hand out, none is fetched from a registry', async ({
  visit,
}) => {
  const page = await visit('/', {
    prepare: async (context) => {
      await context.route('**/hookwell.tgz', (route) => route.fulfill({ status: 404 }));
    },
    allowed: { complaints: [/404/] },
  });
  const command = page.locator('code').filter({ hasText: '--forward http://localhost:3000' });
  expect(await command.textContent()).toMatch(/^npx --no -- hookwell /);
});

test('a plan that allows no more endpoints says how many it allows, and what helps', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  for (let count = 0; count < 3; count += 1) await guest.endpoint();
  const page = await visit('/', {
    prepare: as(guest),
    allowed: { complaints: [/status of 403/] },
  });
  await chooseOfEndpoints(page, 'New endpoint');
  await page.getByText('3 of 3 endpoints: delete one first, or choose a larger plan.').waitFor();
  await page.getByRole('button', { name: 'Plans' }).click();
  await page.waitForURL('**/plan');
});
