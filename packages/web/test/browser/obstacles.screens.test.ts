import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { connection, listed, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

test('offline is shown at once, and what came meanwhile shows after it', async ({ visit }) => {
  const page = await visit('/', {
    allowed: { complaints: [/ERR_INTERNET_DISCONNECTED|could not be loaded/] },
  });
  const url = await shownUrl(page);
  await connection(page, 'live');
  await page.context().setOffline(true);
  await page.locator('[role="status"][data-state="offline"]').waitFor();
  await page.getByText('Offline', { exact: true }).waitFor();
  await fetch(`${url}/meanwhile`, { method: 'POST' });
  await page.context().setOffline(false);
  await connection(page, 'live');
  await listed(page, '/meanwhile');
});

test('parts that cannot be loaded say so in one sentence, and nothing is lost by a reload that nobody asked for', async ({
  visit,
}) => {
  // No others: what the page still loads beside them would be told of as well.
  const files = /\/assets\/(command-dialogs|plan-screen)-[^/]*\.js$/;
  let isAway = true;
  const page = await visit('/', {
    allowed: { complaints: [/./] },
    prepare: async (context) => {
      // Before there is a page: one that is shown may handle a key before it learns that its requests are routed.
      await context.route(files, (route) => (isAway ? route.abort() : route.continue()));
    },
  });
  await connection(page, 'live');
  await page.keyboard.press('?');
  const message = page.getByRole('region', { name: 'Messages' });
  await message.getByText('This part of the page could not be loaded').waitFor();
  await page.keyboard.press('Escape');
  const palette = page.waitForEvent('requestfailed');
  await page.keyboard.press('Control+k');
  await palette;
  await page.getByRole('combobox', { name: 'Search' }).fill('typed');
  expect(await message.locator('[data-message]').allInnerTexts()).toEqual([
    'This part of the page could not be loaded: the service is away, or was upgraded.\nReload',
  ]);

  expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('typed');
  // The address follows what was typed a moment later, and would lead back.
  await page.waitForURL(/filter=typed/);
  await page.evaluate(() => history.pushState(null, '', '/plan'));
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')));
  await heading(page, 'This page could not be loaded');
  isAway = false;
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await heading(page, 'Plan and usage');
});

test('blocked cookies have a page of their own, and so have browsers without JavaScript', async ({
  visit,
  server,
}) => {
  const refused = { complaints: [/status of 401/, /CookiesBlocked/] };
  const page = await visit('/login', {
    allowed: refused,
    prepare: async (context) => {
      await context.addInitScript(() => {
        Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });
      });
    },
  });
  await heading(page, 'Hookwell needs cookies');
  await page.getByRole('alert').getByText(new URL(server.url).host).waitFor();

  // A browser may drop the cookie without saying so.
  const dropping = await visit('/docs', { allowed: refused });
  await dropping.route('**/api/auth/guest', async (route) => {
    const answer = await route.fetch();
    const { 'set-cookie': _dropped, ...headers } = answer.headers();
    await dropping.context().clearCookies();
    await route.fulfill({ response: answer, headers });
    await dropping.context().clearCookies();
  });
  await dropping.goto(server.url);
  await heading(dropping, 'Hookwell needs cookies');
  await dropping.unroute('**/api/auth/guest');
  await dropping.getByRole('button', { name: 'Try again' }).click();
  await shownUrl(dropping);

  const bare = await visit('/', { javaScriptEnabled: false });
  await heading(bare, 'The dashboard needs JavaScript');
  const place = await bare.getByRole('heading').boundingBox();
  expect(place?.y).toBeLessThan(400);
  await bare.goto(`${server.url}/resend?id=1`);
  await heading(bare, 'Sending again needs JavaScript');
  // The fixture would wait for work of a page, and this one has none.
  await bare.close();
});

test('an unknown address gets the dashboard’s own page, with status 404', async ({
  visit,
  server,
}) => {
  const page = await visit('/docs', { allowed: { complaints: [/status of 404/] } });
  const answer = await page.goto(`${server.url}/no/such/page`);
  expect(answer?.status()).toBe(404);
  await heading(page, 'There is no such page');
  await page.getByText('/no/such/page').waitFor();
  await page.getByRole('link', { name: 'Go to your endpoints' }).click();
  await shownUrl(page);
});

test('the frame of the page shows before any file has come, and a sentence if none comes', async ({
  visit,
  server,
}) => {
  const page = await visit('/docs/contents', { allowed: { complaints: [/ERR_FAILED/] } });
  await page.route(/\/assets\/|\.(js|svg)$/, (route) => route.abort());
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(server.url);
    const list = await page.getByText('Requests', { exact: true }).boundingBox();
    expect(list).toMatchObject({ x: 0, y: 52, width: 400 });
    const bar = await page.evaluate(() => {
      const element = document.querySelector('#root svg');
      return element?.parentElement && getComputedStyle(element.parentElement).backgroundColor;
    });
    expect(bar).toBe(theme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(17, 27, 26)');
  }
  // No list is promised where none will be.
  await page.goto(`${server.url}/login`);
  expect(await page.getByText('Requests', { exact: true }).isVisible()).toBe(false);
  await page.getByText('HOOKWELL_BASE_URL, a setting of the service').waitFor();
});
