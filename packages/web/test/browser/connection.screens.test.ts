import { expect } from 'vitest';
import { connection, listed, partsLoaded, rows, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';
import { away, restartableServer } from './restartable-server.ts';

/** How many lines each of its words take, and whether it and its page stay within the window. It runs in the page. */
function oneLine(element: Element): { lines: number; isWithin: boolean } {
  const { left, right } = element.getBoundingClientRect();
  const isWithin = left >= 0 && right <= innerWidth && document.body.scrollWidth <= innerWidth;
  const lines = [...element.querySelectorAll('span')].map((span) => span.getClientRects().length);
  return { lines: Math.max(...lines), isWithin };
}

test('a server that ends is seen to be away; what came after its return shows', async ({
  visit,
}) => {
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

  await server.process.end('SIGTERM');
  await connection(page, 'reconnecting');
  for (const width of [360, 640, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const { lines, isWithin } = await page.getByRole('status').first().evaluate(oneLine);
    expect({ width, lines, isWithin }).toEqual({ width, lines: 1, isWithin: true });
  }
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
  for (const path of ['/before', '/meanwhile', '/after']) expect(await listed(page, path)).toBe(1);
});

test('dialogs and menus open while the server is away, once the page had time to load them', async ({
  visit,
}) => {
  await using server = await restartableServer();
  const page = await visit('/', { server, allowed: away });
  await shownUrl(page);
  await connection(page, 'live');
  await partsLoaded(page);
  await server.process.end('SIGKILL');
  await connection(page, 'reconnecting');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Actions and keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send a test request', exact: true }).click();
  await page.getByRole('dialog', { name: 'Send a test request' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /account and settings/ }).click();
  await page.getByRole('menuitem', { name: 'API keys' }).waitFor();
});

test('that settings could not be saved is said until the server is back', async ({ visit }) => {
  await using server = await restartableServer();
  const page = await visit('/', { server, allowed: away });
  const url = await shownUrl(page);
  await page.goto(`${server.url}/endpoints/${url.split('/').at(-1)}/settings`);
  await page.getByRole('button', { name: /^Echo/ }).click();
  await connection(page, 'live');
  await server.process.end('SIGKILL');
  await connection(page, 'reconnecting');
  const state = page.getByRole('main').locator('header').getByRole('status');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await state.getByText(/^Not saved: /).waitFor();
  await server.start();
  await connection(page, 'live');
  await state.getByText('Not saved yet', { exact: true }).waitFor();
});
