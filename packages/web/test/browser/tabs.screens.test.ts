import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { send, type TestServer } from '../../../server/test/start-server.ts';
import { chooseOfAccount, connection, enter, listed, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

async function openStreams(server: TestServer): Promise<number> {
  return (await server.metrics.openStreams.get()).values[0]?.value ?? 0;
}

async function tab(page: Page): Promise<Page> {
  const another = await page.context().newPage();
  await another.goto(page.url());
  await connection(another, 'live');
  return another;
}

const tokenIn = (url: string): string => url.split('/').at(-1) ?? '';

test('the tabs of a browser share one stream', async ({ visit, server }) => {
  const first = await visit('/');
  const token = tokenIn(await shownUrl(first));
  await connection(first, 'live');
  await eventually(
    () => openStreams(server),
    (count) => count === 1,
  );
  const second = await tab(first);
  const third = await tab(first);
  expect(await openStreams(server)).toBe(1);

  await send(server, token, { method: 'POST', path: '/to-all' });
  for (const page of [first, second, third]) expect(await listed(page, '/to-all')).toBe(1);

  // The first tab does not hold the stream.
  await first.close();
  await send(server, token, { method: 'POST', path: '/to-the-rest' });
  for (const page of [second, third]) expect(await listed(page, '/to-the-rest')).toBe(1);
  await third.close();
  await send(server, token, { method: 'POST', path: '/to-the-last' });
  expect(await listed(second, '/to-the-last')).toBe(1);
  await connection(second, 'live');
  expect(await openStreams(server)).toBe(1);

  await second.close();
  await eventually(
    () => openStreams(server),
    (count) => count === 0,
  );
});

test('what one tab does shows in the others', async ({ visit }) => {
  const first = await visit('/', { allowed: { complaints: [/status of 40[14]/] } });
  await connection(first, 'live');
  const second = await tab(first);

  await first.getByRole('button', { name: 'Rename the endpoint' }).click();
  await first.getByLabel('Name of the endpoint').fill('orders');
  await first.keyboard.press('Enter');
  await second.getByRole('button', { name: 'Endpoint: orders' }).waitFor();

  await chooseOfAccount(first, /Create an account/);
  await enter(first, 'two-tabs@example.com', 'correct horse battery');
  await second.getByRole('button', { name: /two-tabs@example\.com/ }).waitFor();
  // The stream goes on with the new session.
  await connection(second, 'live');
  const url = await shownUrl(second);
  await fetch(`${url}/as-registered`, { method: 'POST' });
  await listed(second, '/as-registered');
});

test('two tabs that are opened together at a first visit make one guest', async ({
  visit,
  server,
}) => {
  const docs = await visit('/docs');
  const pages = await Promise.all([1, 2].map(() => docs.context().newPage()));
  await Promise.all(pages.map((page) => page.goto(server.url)));
  const urls = await Promise.all(pages.map(shownUrl));
  expect(new Set(urls).size).toBe(1);
  for (const page of pages) await connection(page, 'live');
  await fetch(`${urls[0]}/for-all`, { method: 'POST' });
  for (const page of pages) expect(await listed(page, '/for-all')).toBe(1);
});
