import { expect } from 'vitest';
import { connection, listed, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

test('a first visit has a working URL within two seconds, and shows what arrives within one', async ({
  visit,
}) => {
  const page = await visit('/docs');
  const began = performance.now();
  await page.goto(new URL('/', page.url()).href);
  const url = await shownUrl(page);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/wh\/[a-z0-9]{26}$/);
  expect(await page.title()).toContain('Hookwell');

  await connection(page, 'live');
  const sent = performance.now();
  const response = await fetch(`${url}/orders?page=2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"first":true}',
  });
  expect(response.status).toBe(200);
  await listed(page, '/orders');
  expect(performance.now() - sent).toBeLessThan(1_000);
});

test('a second visit finds the endpoint of the first', async ({ visit }) => {
  const page = await visit();
  const url = await shownUrl(page);
  await fetch(`${url}/kept`, { method: 'POST' });
  await listed(page, '/kept');
  await page.goto('about:blank');
  await page.goto(new URL('/', url).href);
  expect(await shownUrl(page)).toBe(url);
  await listed(page, '/kept');
});

test('the URL is copied with one click', async ({ visit }) => {
  const page = await visit('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  const url = await shownUrl(page);
  await page.getByRole('banner').getByRole('button', { name: /Copy/ }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});

test.for(['curl', 'fetch', 'HTTPie', 'PowerShell'])(
  'the first request is taught for %s',
  async (tool, { visit }) => {
    const page = await visit();
    const url = await shownUrl(page);
    await page.getByRole('tab', { name: tool }).click();
    await page.getByRole('tabpanel').getByText(url).waitFor();
  },
);

test('a sample is sent with one click', async ({ visit }) => {
  const page = await visit();
  await connection(page, 'live');
  await page.getByRole('button', { name: 'Send a sample' }).click();
  await page.getByRole('region', { name: 'Requests' }).getByText('POST').first().waitFor();
});
