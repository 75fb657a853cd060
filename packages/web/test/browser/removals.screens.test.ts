import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { send } from '../../../server/test/start-server.ts';
import { atRest } from './axe.ts';
import { test } from './capturing-guest.ts';
import { as, connection, listed, rows } from './dashboard-page.ts';

/** The focused element: its row, its place or its words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === document.body) return 'nothing';
    return activeElement?.getAttribute('data-request') ?? activeElement?.id ?? '';
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
  expect(await guest.ask(200, 'GET', '/api/requests')).toHaveLength(40);

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

test('what the plan removed is told at the end of the list and beside the usage', async ({
  visit,
  sender,
  server,
}) => {
  const { guest, token, capture } = sender;
  await capture(8);
  const { id: accountId } = await guest.ask(200, 'GET', '/api/auth/me');
  const noted = { by: 'number', at: server.clock() } as const;
  await server.store.captures.removeOldest({ accountId }, { keepCount: 3, noted });
  const sentence = '5 older requests were removed in the last 24 hours: an endpoint keeps 5,000.';
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await page.getByText(sentence).waitFor();
  await page.goto(new URL(`/endpoints/${token}?filter=path%3D%2Fnone`, page.url()).href);
  await page.getByText('No request matches this search').waitFor();
  await page.getByText(sentence).waitFor();
  await page.goto(new URL('/plan', page.url()).href);
  await page.getByText(sentence).waitFor();
  // Nothing is sold here.
  expect(await page.getByRole('heading', { name: 'Plans' }).count()).toBe(0);
});
