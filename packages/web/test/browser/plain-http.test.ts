import { expect } from 'vitest';
import { connection, listed, pasted, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

/** A host as in a LAN. Its pages have neither `navigator.clipboard` nor Web Locks. */
const host = 'hookwell.test';

test('copying works without the clipboard of secure pages', async ({ visit }) => {
  const page = await visit('/', { host });
  expect(
    await page.evaluate(() => [isSecureContext, 'clipboard' in navigator, 'locks' in navigator]),
  ).toEqual([false, false, false]);
  const url = await shownUrl(page);
  await page.getByRole('banner').getByRole('button', { name: /Copy/ }).click();
  await expect.poll(() => pasted(page), { timeout: 60_000 }).toBe(url);
});

test('arrivals show', async ({ visit }) => {
  const page = await visit('/', { host });
  const url = await shownUrl(page);
  await connection(page, 'live');
  await fetch(`${url}/plain`, { method: 'POST' });
  await listed(page, '/plain');
});

test('the commands that forward come with a warning', async ({ visit, server }) => {
  const page = await visit('/', { host });
  const { port } = new URL(server.url);
  await page.getByText(`npx --yes 'http://${host}:${port}/hookwell.tgz?v=`).waitFor();
  await page.getByText('Over plain http, anybody on the way can replace the program').waitFor();
});
