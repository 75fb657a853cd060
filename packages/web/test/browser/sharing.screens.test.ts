import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { send, startAccount } from '../../../server/test/start-server.ts';
import { storeCaptures } from '../store-captures.ts';
import { expectNoBarriers } from './axe.ts';
import { as, chooseOfEndpoints, pasted } from './dashboard-page.ts';
import { test as base } from './fixture.ts';

/** An account with an endpoint that captured one request with secrets in it. */
const test = base.extend('owner', async ({ server }) => {
  const account = await startAccount(server);
  const { id: endpointId, token } = await account.ask(201, 'POST', '/api/endpoints');
  const { id } = await send(server, token, {
    method: 'POST',
    path: '/orders?page=2&token=hidden-in-query',
    headers: { 'content-type': 'application/json', authorization: 'Bearer hidden-in-header' },
    body: JSON.stringify({ id: 'evt_17', card: 'hidden-in-body', email: 'ada@example.com' }),
  });
  return { account, endpointId, token, id };
});

const requestsIn = (page: Page) => page.getByRole('main').getByRole('listitem');

/** Makes the page look at the share now, as if it had just been seen again. */
const lookAgain = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

/** The words of shared requests, without their ages. */
function wordsOf(page: Page, inside: '[role="dialog"]' | 'main'): Promise<string[]> {
  return page.locator(`${inside} li`).evaluateAll((items) =>
    items.map((item) => {
      const copied = item.cloneNode(true);
      if (!(copied instanceof Element)) return '';
      for (const age of copied.querySelectorAll('button time')) age.remove();
      return copied.textContent;
    }),
  );
}

test('a request is shared with two clicks, is seen as the preview said, and no more once that is stopped', async ({
  visit,
  owner: { account, token, id },
}) => {
  const page = await visit(`/endpoints/${token}/requests/${id}`, { prepare: as(account) });
  await page.getByRole('article').getByRole('button', { name: 'Share…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('treeitem', { name: 'ada@example.com' }).waitFor();
  const choice = dialog.getByRole('radio', { name: 'Secrets' });
  expect(await choice.evaluate((one) => one === document.activeElement)).toBe(true);
  await dialog.getByLabel('Also hide').fill('email, tax_id');
  await dialog.getByRole('treeitem', { name: 'email: "•••"' }).waitFor();
  await expectNoBarriers(page, 360);
  const preview = await wordsOf(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const shown = dialog.getByRole('textbox', { name: 'The link' });
  const link = await shown.inputValue();
  expect(await shown.evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true);
  expect(await shown.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.getByText('The link was not copied yet').waitFor();
  await dialog.getByRole('button', { name: 'Copy and close' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await pasted(page)).toBe(link);

  const asked: string[] = [];
  const stranger = await visit(new URL(link).pathname, {
    allowed: { complaints: [/status of 404/] },
    prepare: async (context) => {
      context.on('request', (request) => asked.push(new URL(request.url()).pathname));
    },
  });
  await stranger.getByRole('tree').waitFor();
  expect(await wordsOf(stranger, 'main')).toEqual(preview);
  expect(preview.join()).toContain('evt_17');
  const source = await stranger.content();
  for (const hidden of ['hidden-in', 'ada@', token]) expect(source).not.toContain(hidden);
  expect(await stranger.title()).toBe('Shared with you – Hookwell');
  expect(
    asked.filter((path) => !/^\/(s|api\/shared|assets)\/|^\/hookwell\.svg$/.test(path)),
  ).toEqual([]);
  expect(await stranger.context().cookies()).toEqual([]);
  expect(await stranger.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  await expectNoBarriers(stranger, 360);

  await page.goto(new URL('/account', page.url()).href);
  await page.getByText('Secrets hidden, and email, tax_id').waitFor();
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByText('No links yet.').waitFor();
  await lookAgain(stranger);
  const ended = stranger.getByText('This link has ended, or never was one.');
  await ended.waitFor();
  expect(await requestsIn(stranger).count()).toBe(0);
  await stranger.reload();
  await ended.waitFor();
});

test('a shared endpoint shows what arrives, and goes on with older requests', async ({
  visit,
  server,
  owner: { account, endpointId, token },
}) => {
  await storeCaptures(
    server,
    { id: endpointId, token },
    Array.from({ length: 51 }, (_, index) => ({ path: `/${index}` })),
  );
  const page = await visit(`/endpoints/${token}`, { prepare: as(account) });
  await chooseOfEndpoints(page, 'Share…');
  await page.getByLabel('All values').check();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'The link' }).inputValue();

  const stranger = await visit(new URL(link).pathname);
  await requestsIn(stranger).nth(49).waitFor();
  await stranger.getByRole('button', { name: 'Show older' }).click();
  await requestsIn(stranger).nth(51).waitFor();
  const last = requestsIn(stranger).last().getByRole('button').first();
  await last.click();
  await requestsIn(stranger).last().getByText('card: "•••"').waitFor();

  await send(server, token, { method: 'PUT' });
  await lookAgain(stranger);
  await requestsIn(stranger).nth(52).waitFor();
  expect(await requestsIn(stranger).first().textContent()).toContain('PUT');
  expect(await last.getAttribute('aria-expanded')).toBe('true');
  expect(await stranger.getByRole('button', { name: 'Show older' }).count()).toBe(0);
});

test('a guest learns that sharing needs an account', async ({ visit }) => {
  const page = await visit('/');
  await chooseOfEndpoints(page, 'Share…');
  await page.getByRole('dialog').getByText('Sharing needs an account').waitFor();
});
