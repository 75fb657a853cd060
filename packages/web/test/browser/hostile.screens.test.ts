import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  send,
  startGuest,
  type TestServer,
  type Visitor,
} from '../../../server/test/start-server.ts';
import { as, listed } from './dashboard-page.ts';
import { test as base } from './fixture.ts';
import { hostileRequests } from './hostile-bodies.ts';

/*
 * The fixture fails a test on any dialog, report of the page's policy, page error or foreign request. These tests look
 * at everything in every view.
 */
const test = base
  .extend('guest', { scope: 'file' }, ({ server }) => startGuest(server))
  .extend('token', { scope: 'file' }, ({ guest }) => guest.endpoint());

interface Sent {
  server: TestServer;
  guest: Visitor;
  token: string;
}

async function capture(
  { server, token }: Sent,
  request: (typeof hostileRequests)[number],
): Promise<number> {
  const { headers = {}, target = '', body } = request;
  const { status, id } = await send(server, token, { method: 'POST', headers, path: target, body });
  expect(status).toBe(200);
  return id;
}

/** Nothing of a captured request ever becomes a part of the document. */
async function expectNothingAlive(page: Page): Promise<void> {
  const alive = await page.evaluate(() => {
    const foreign = document.querySelectorAll(
      '#root :is(script, iframe, object, embed, base, link, style, meta, video, audio, foreignObject, math)',
    );
    const withHandlers = [...document.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on')),
    );
    const addresses = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
      ({ protocol }) => protocol !== 'http:',
    );
    return [...foreign, ...withHandlers, ...addresses].map(({ outerHTML }) =>
      outerHTML.slice(0, 200),
    );
  });
  expect(alive).toEqual([]);
}

/** Opens every view of the body, and what has the names of headers and of the query if these are hostile. */
async function lookAtEverything(
  page: Page,
  { name, shows, target }: (typeof hostileRequests)[number],
): Promise<void> {
  const article = page.getByRole('article');
  const views = article.getByRole('group', { name: 'View of the body' }).getByRole('button');
  // The tab of the request before stays open.
  await article.getByRole('tab', { name: 'Body' }).click();
  await views.first().or(article.getByText('The request has no body')).waitFor();
  let isShown = shows === undefined;
  for (const view of await views.all()) {
    await view.click();
    const picture = article.getByRole('button', { name: 'Show image' });
    for (const button of await picture.all()) await button.click();
    if ((await picture.count()) === 0)
      await article.getByRole('figure').or(article).first().waitFor();
    if (!isShown) isShown = (await article.innerText()).includes(shows ?? '');
    await expectNothingAlive(page);
  }
  expect(isShown, name).toBe(true);
  if (target === undefined) return;
  for (const tab of ['Headers', 'Query']) {
    await article.getByRole('tab', { name: tab }).click();
    await article.getByRole('tabpanel', { name: tab }).waitFor();
    await expectNothingAlive(page);
  }
}

/** Each group is looked at in one page, which takes half the time of a page for each. */
const groups = Array.from({ length: 3 }, (_, group) =>
  hostileRequests.filter((_, index) => index % 3 === group),
).map((requests) => ({ requests, names: requests.map(({ name }) => name).join(', ') }));

test.for(groups)('$names', async ({ requests }, { visit, server, guest, token }) => {
  const captured = [];
  for (const request of requests) {
    captured.push({ ...request, id: await capture({ server, guest, token }, request) });
  }
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  for (const request of captured) {
    const { id, name } = request;
    await page.locator(`[data-request="${id}"]`).click();
    await page.getByRole('article').getByText(`#${id}`, { exact: true }).waitFor();
    await lookAtEverything(page, request);
    const plain = await page.evaluate(() => ({}) as { polluted?: unknown });
    expect(plain.polluted, name).toBeUndefined();
  }
  // The page is still alive.
  await page.getByRole('button', { name: /account and settings/ }).click();
  await page.getByRole('menuitem', { name: /Plan and usage/ }).waitFor();
});

test('a large body is cut off, and shown completely on demand', async ({
  visit,
  server,
  guest,
  token,
}) => {
  const line = `${'0123456789abcdef'.repeat(8)}\n`;
  const body = `${line.repeat(Math.floor((4 * 1024 * 1024) / line.length))}the very end`;
  const { id } = await send(server, token, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body,
  });
  const page = await visit(`/endpoints/${token}/requests/${id}`, { prepare: as(guest) });
  await page.getByText(/These are the first .* of/).waitFor();
  const article = page.getByRole('article');
  await article.getByRole('button', { name: /Show all/ }).click();
  await page.getByText(/These are the first/).waitFor({ state: 'detached' });
  await article.getByRole('button', { name: 'Hex' }).click();
  await expectNothingAlive(page);

  const downloading = page.waitForEvent('download');
  await article.getByRole('link', { name: 'Download the body, byte for byte' }).click();
  const stream = await (await downloading).createReadStream();
  let size = 0;
  for await (const piece of stream) size += piece.length;
  expect(size).toBe(body.length);
});

test('the list shows hostile requests as they come', async ({ visit, server, guest }) => {
  const token = await guest.endpoint();
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await page.getByText('Send the first request').waitFor();
  for (const request of hostileRequests) await capture({ server, guest, token }, request);
  await send(server, token, { method: 'PROPFIND', path: '/last-of-them' });
  await listed(page, '/last-of-them');
  await page.getByRole('combobox', { name: 'Search' }).fill('body:alert');
  await page
    .locator('[data-found]')
    .getByText(/^\d+ found$/)
    .waitFor();
  await expectNothingAlive(page);
});

test('two hostile requests are compared', async ({ visit, server, guest, token }) => {
  const page = await visit('/docs/contents', { prepare: as(guest) });
  for (const names of [
    ['HTML', 'SVG'],
    ['JSON with names of prototypes', 'naughty strings in JSON'],
    ['JSON nested 100,000 deep', 'every byte'],
  ]) {
    const requests = hostileRequests.filter(({ name }) => names.includes(name));
    const ids: number[] = [];
    for (const request of requests) ids.push(await capture({ server, guest, token }, request));
    await page.goto(new URL(`/compare/${ids.join('/')}`, page.url()).href);
    await page.getByRole('heading', { name: 'Compare two requests' }).waitFor();
    await page.getByRole('heading', { name: 'Body' }).waitFor();
    await expectNothingAlive(page);
  }
});
