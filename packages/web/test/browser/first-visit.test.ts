import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { connection, listed, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

/** A first visit asks the service for so much at most before its URL shows: each answer takes the time of the network. */
const mostApiCalls = 8;

test('a first visit has a working URL after a few calls, and shows what arrives there', async ({
  visit,
}) => {
  const calls: string[] = [];
  const page = await visit('/', {
    prepare: async (context) => {
      context.on('request', (request) => {
        if (request.url().includes('/api/')) calls.push(request.url());
      });
    },
  });
  const url = await shownUrl(page);
  expect(calls.length).toBeLessThanOrEqual(mostApiCalls);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/wh\/[a-z0-9]{26}$/);
  expect(await page.title()).toContain('Hookwell');
  for (const tool of ['fetch', 'HTTPie', 'PowerShell', 'curl']) {
    await page.getByRole('tab', { name: tool }).click();
    await page.getByRole('tabpanel', { name: tool }).getByText(url).waitFor();
  }

  await connection(page, 'live');
  await page.getByRole('button', { name: 'Send a test request now' }).click();
  await page.getByRole('region', { name: 'Requests' }).getByText('POST').first().waitFor();
  for (const path of ['/first', '/second']) {
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: '{"first":true}' };
    expect((await fetch(`${url}${path}?page=2`, sent)).status).toBe(200);
    await listed(page, path);
  }

  // A second visit finds the endpoint of the first.
  await page.goto('about:blank');
  await page.goto(new URL('/', url).href);
  expect(await shownUrl(page)).toBe(url);
  await listed(page, '/second');
});

test('the newest stands at the top, even if the list itself is loaded after many have come', async ({
  visit,
}) => {
  const asked = Promise.withResolvers<Route>();
  const page = await visit('/', {
    prepare: async (context) => {
      await context.route('**/assets/request-list-*.js', (route) => asked.resolve(route));
    },
  });
  const url = await shownUrl(page);
  await connection(page, 'live');
  for (let index = 1; index <= 20; index += 1) await fetch(`${url}/${index}`, { method: 'POST' });
  await page.getByText('20', { exact: true }).waitFor();
  await (await asked.promise).continue();
  await listed(page, '/20');
});

test('the URL is copied with one click', async ({ visit }) => {
  const page = await visit('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  const url = await shownUrl(page);
  await page.getByRole('banner').getByRole('button', { name: /Copy/ }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied, { timeout: 60_000 }).toBe(url);
});
