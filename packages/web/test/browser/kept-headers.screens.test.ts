import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { handshakeNames } from '../../../core/src/rules/index.ts';
import { exchangeRaw } from '../../../server/test/raw-http.ts';
import { startGuest } from '../../../server/test/start-server.ts';
import { expectNoBarriers } from './axe.ts';
import { as, listed, pasted, rows, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';
import { article } from './screens.ts';

/** The names in the table of headers, with the marks beside them. */
const names = (page: Page) =>
  article(page).getByRole('table', { name: 'Headers as sent' }).getByRole('rowheader');

test('X- headers are counted where they were dropped, kept in one click, and stand in their places from then on', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const sendX = (path: string) =>
    exchangeRaw(
      server.url,
      `POST /wh/${token}${path} HTTP/1.1\r\nHost: a\r\nX-Shop: 7\r\nAccept: b\r\nX-SHOP: <i>\r\nContent-Length: 0\r\n\r\n`,
    );
  await sendX('/before');
  const page = await visit(`/endpoints/${token}?tab=headers`, {
    prepare: as(guest),
    reducedMotion: 'reduce',
  });
  await rows(page, '/before').click();
  const dropped = article(page).getByText('2 headers whose names start with X- were not stored');
  await dropped.waitFor();
  expect(await names(page).allInnerTexts()).toEqual(['Host', 'Accept', 'Content-Length']);
  const other = await page.context().newPage();
  await other.goto(page.url());
  const stored = () => guest.ask(200, 'GET', `/api/endpoints/${token}/settings`);
  const keepNow = article(page).getByRole('button', { name: 'Keep them from now on' });
  await article(other).getByRole('button', { name: 'Keep them from now on' }).waitFor();

  await keepNow.click();
  await page.getByText('X- headers of this endpoint are kept from now on.').waitFor();
  expect(await stored()).toEqual({ xHeaders: 'keep' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await keepNow.waitFor();
  expect(await stored()).toEqual({});
  await keepNow.click();
  await article(page).getByRole('link', { name: 'See the setting' }).click();
  const keep = page.getByRole('switch', { name: 'Keep X- headers from now on' });
  await keep.and(page.locator(':focus')).waitFor();
  expect(await keep.getAttribute('aria-checked')).toBe('true');
  // Every handshake that settings can have is offered.
  await page.getByRole('button', { name: /^Handshake of/ }).click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await page.getByRole('menuitem').count()).toBe(handshakeNames.length);
  await page.keyboard.press('Escape');
  expect(await stored()).toEqual({ xHeaders: 'keep' });
  await article(other).getByRole('link', { name: 'See the setting' }).waitFor();
  await article(other).getByText('not those of earlier requests').waitFor();

  await sendX('/after');
  await page.goto(new URL(`/endpoints/${token}?tab=headers`, page.url()).href);
  await rows(page, '/after').click();
  await names(page).first().waitFor();
  expect((await names(page).allInnerTexts()).map((name) => name.replace(/\s+/, ' '))).toEqual([
    'Host',
    'X-Shop kept',
    'Accept',
    'X-SHOP kept',
    'Content-Length',
  ]);
  expect(await article(page).getByText('were not stored').count()).toBe(0);
  await expectNoBarriers(page, 320);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('c');
  await page.getByText('Copied as curl.').waitFor();
  expect(await pasted(page)).toMatch(/X-Shop: 7[\s\S]*X-SHOP: <i>/);

  // The one setting changes no answer, so there are no attempts to show.
  await page.getByRole('banner').getByRole('link', { name: 'Deliveries' }).click();
  await page.getByText('What does your sender do when a delivery fails?').waitFor();
  await page.goto(new URL(`/endpoints/${token}?filter=header.x-shop%3A7`, page.url()).href);
  expect(await listed(page, '/after')).toBe(1);
  expect(await rows(page).count()).toBe(1);

  // The switch off leaves no settings behind.
  await page.goto(new URL(`/endpoints/${token}/settings?field=xHeaders`, page.url()).href);
  await keep.click();
  await page.keyboard.press('Control+S');
  await page.getByRole('status').getByText('No settings yet').waitFor();
  expect(await stored()).toEqual({});
});

test('a new URL has the choice beside it', async ({ visit }) => {
  const page = await visit('/', { reducedMotion: 'reduce' });
  const keep = page.getByRole('switch', { name: 'Keep X- headers' });
  await keep.click();
  await page.getByText('X- headers of this endpoint are kept from now on.').waitFor();
  expect(await keep.getAttribute('aria-checked')).toBe('true');
  const url = await shownUrl(page);
  await fetch(url, { method: 'POST', headers: { 'X-Own': 'kept' } });
  await rows(page, 'POST').click();
  await article(page)
    .getByRole('tab', { name: /^Headers/ })
    .click();
  await names(page)
    .filter({ hasText: /^x-own/i })
    .waitFor();
});
