import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { send, startGuest, type Visitor } from '../../../server/test/start-server.ts';
import { atRest } from './axe.ts';
import { as, connection, listed, rows } from './dashboard-page.ts';
import { test as base } from './fixture.ts';

/** A guest with an endpoint, and a page that has captured so many requests. */
const test = base.extend('sender', async ({ server }) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const capture = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1)
      await send(server, token, { method: 'POST', path: `/number-${sent}` });
  };
  return { guest, token, capture };
});

async function chooseClear(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for this list' }).click();
  await page.getByRole('menuitem', { name: /Clear this endpoint/ }).click();
}

const clearing = (page: Page, count: string) =>
  page.getByRole('alertdialog', { name: `Clear ${count}?` });

const stored = async (guest: Visitor) => (await guest.ask(200, 'GET', '/api/requests')).length;
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

/** The focused element: its row, its place or its words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === document.body) return 'nothing';
    return activeElement?.getAttribute('data-request') ?? activeElement?.id ?? '';
  });

test('clearing asks with the count, and can be undone; the other tabs show the same meanwhile', async ({
  visit,
  sender,
}) => {
  const { guest, token, capture } = sender;
  await capture(3);
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await listed(page, '/number-2');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await listed(other, '/number-2');
  const isEmpty = (of: Page) =>
    eventually(
      () => rows(of).count(),
      (count) => count === 0,
    );

  await chooseClear(page);
  await clearing(page, '3 requests').getByRole('button', { name: 'Cancel' }).click();
  expect(await rows(page).count()).toBe(3);

  await chooseClear(page);
  await clearing(page, '3 requests').getByRole('button', { name: 'Clear' }).click();
  await isEmpty(page);
  await isEmpty(other);
  await page.getByRole('heading', { name: 'Nothing here now' }).waitFor();
  expect(await page.getByText('Send the first request').count()).toBe(0);
  expect(await undo(other).count()).toBe(0);
  await page.keyboard.press('Control+Z');
  await listed(page, '/number-2');
  await listed(other, '/number-2');
  await undo(page).waitFor({ state: 'detached' });
  expect(await stored(guest)).toBe(3);

  // Once it is dismissed, it is carried out.
  await chooseClear(page);
  await clearing(page, '3 requests').getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await eventually(
    () => stored(guest),
    (count) => count === 0,
  );
  expect(await rows(other).count()).toBe(0);
});

test('what was removed is deleted as the page is left or reloaded', async ({ visit, sender }) => {
  const { guest, token, capture } = sender;
  await capture(3);
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await rows(page, '/number-0').click();
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('article').getByText('/number-1').waitFor();
  await rows(page, '/number-2').click();
  await page.getByRole('article').getByText('/number-2').waitFor();
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted 2 requests.').waitFor();
  expect(await stored(guest)).toBe(3);
  await page.reload();
  await eventually(
    () => stored(guest),
    (count) => count === 1,
  );
  await listed(page, '/number-1');
  expect(await rows(page).count()).toBe(1);

  await chooseClear(page);
  await clearing(page, '1 request').getByRole('button', { name: 'Clear' }).click();
  await undo(page).waitFor();
  await page.close();
  await eventually(
    () => stored(guest),
    (count) => count === 0,
  );
});

test('after a removal the focus and the list stay where they were', async ({ visit, sender }) => {
  const { guest, token, capture } = sender;
  await capture(40);
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await connection(page, 'live');
  await rows(page, '/number-32').click();
  await page.getByRole('article').getByText('/number-32').waitFor();
  const scroller = page.locator('[data-scroller="requests"]');
  await scroller.evaluate((element) => element.scrollTo(0, 200));
  // The page learns of it with the next frame, as it does before anybody can press a key.
  await atRest(page);
  const above = rows(page, '/number-33');
  const place = await above.boundingBox();
  const remove = page.getByRole('article').getByRole('button', { name: 'Delete' });
  await remove.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('article').getByText('/number-31').waitFor();
  expect(await above.boundingBox()).toEqual(place);
  await eventually(
    () => page.evaluate(() => document.activeElement?.closest('#request-detail') !== null),
    (isThere) => isThere,
  );

  // A row that goes hands the focus to the next one. Deletions that follow one another are undone together.
  await rows(page, '/number-31').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('article').getByText('/number-30').waitFor();
  const next = await rows(page, '/number-30').getAttribute('data-request');
  await eventually(
    () => focused(page),
    (id) => id === next,
  );
  await page.getByText('Deleted 2 requests.').waitFor();
  await page.keyboard.press('F6');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
  await page.keyboard.press('Enter');
  await listed(page, '/number-32');
  await listed(page, '/number-31');
  expect(await focused(page)).toBe(next);
  expect(await stored(guest)).toBe(40);

  // On a narrow page the list is shown, and its next row gets the focus.
  await page.setViewportSize({ width: 420, height: 800 });
  await page.getByRole('article').getByText('/number-30').waitFor();
  await remove.focus();
  await page.keyboard.press('Enter');
  const below = await rows(page, '/number-29').getAttribute('data-request');
  await eventually(
    () => focused(page),
    (id) => id === below,
  );
});

test('unread requests stay unread over a reload, and so do those that came meanwhile', async ({
  visit,
  server,
  sender,
}) => {
  const { guest, token, capture } = sender;
  await capture(1);
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await connection(page, 'live');
  await listed(page, '/number-0');
  const unread = (of: Page) => rows(of).filter({ hasText: 'Unread' });
  expect(await unread(page).count()).toBe(0);
  await send(server, token, { method: 'POST', path: '/unread' });
  await send(server, token, { method: 'POST', path: '/read' });
  await listed(page, '/read');
  await rows(page, '/read').click();
  await page.waitForFunction(() => document.title.startsWith('(1)'));
  await page.goto('about:blank');
  await send(server, token, { method: 'POST', path: '/meanwhile' });
  await page.goto(`${server.url}/endpoints/${token}`);
  await listed(page, '/meanwhile');
  await page.waitForFunction(() => document.title.startsWith('(2)'));
  expect(await unread(page).count()).toBe(2);
  expect(
    await unread(page)
      .filter({ hasText: /unread|meanwhile/ })
      .count(),
  ).toBe(2);
});
