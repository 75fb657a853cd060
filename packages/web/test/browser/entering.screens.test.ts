import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { password, send, Visitor } from '../../../server/test/start-server.ts';
import { chooseOfAccount, connection, enter, shownUrl } from './dashboard-page.ts';
import { test as base } from './fixture.ts';

const tokenIn = (url: string): string => url.split('/').at(-1) ?? '';

let owners = 0;

/** A registered account with three endpoints, of which the second has the newest request. */
const test = base.extend('owner', async ({ server }) => {
  owners += 1;
  const email = `owner-${owners}@example.com`;
  const account = new Visitor(server);
  const { id } = await account.ask(201, 'POST', '/api/auth/register', { email, password });
  const tokens = [await account.endpoint(), await account.endpoint(), await account.endpoint()];
  await send(server, tokens[2] ?? '');
  await send(server, tokens[1] ?? '');
  const endpoints = async () => (await account.ask(200, 'GET', '/api/endpoints')).length;
  return { id, email, tokens, endpoints };
});

const isIn = (page: Page, email: string) =>
  page.getByRole('button', { name: new RegExp(email) }).waitFor();

test('the pages for entering make no guest and no endpoint; home opens the right endpoint', async ({
  visit,
  server,
  owner,
}) => {
  const guests = async () =>
    (await server.store.db.selectFrom('account').selectAll().where('email', 'is', null).execute())
      .length;
  const before = await guests();
  const page = await visit('/register');
  await page.getByLabel('Email').waitFor();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  const email = page.getByLabel('Email');
  expect(await email.evaluate((one) => one === document.activeElement)).toBe(true);
  // There is no mail, so no link resets a password.
  await page.getByText('hookwell account set-password').waitFor();
  expect(await page.context().cookies()).toEqual([]);
  expect(await guests()).toBe(before);

  // This browser has seen none of the endpoints, so the one with the newest request comes first.
  await enter(page, owner.email, password);
  await isIn(page, owner.email);
  expect(tokenIn(await shownUrl(page))).toBe(owner.tokens[1]);
  expect(await owner.endpoints()).toBe(3);
  expect(await guests()).toBe(before);

  await page.goto(`${server.url}/endpoints/${owner.tokens[0]}`);
  await connection(page, 'live');
  await page.goto(server.url);
  await page.waitForURL(`**/endpoints/${owner.tokens[0]}`);

  // The guest after a log-out has an endpoint of its own, which is removed since nobody has used it.
  await chooseOfAccount(page, 'Log out');
  await page.waitForURL(
    ({ pathname }) =>
      pathname.startsWith('/endpoints/') && !owner.tokens.includes(tokenIn(pathname)),
  );
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await enter(page, owner.email, password);
  await isIn(page, owner.email);
  await page.waitForURL(`**/endpoints/${owner.tokens[0]}`);
  expect(await owner.endpoints()).toBe(3);
  expect(await guests()).toBe(before);
});

test('who goes to the log-in page while a log-out is being finished stays there', async ({
  visit,
  owner,
}) => {
  // What the page still asks about the account's endpoints, the guest after it may not see.
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  const page = await visit('/login', {
    allowed: { complaints: [/status of 404/] },
    prepare: async (context) => {
      await context.route(/\/api\/(billing|requests)/, async (route) => {
        if (isHeld) await held.promise;
        await route.continue();
      });
    },
  });
  await enter(page, owner.email, password);
  await isIn(page, owner.email);
  // The lists of the account page are read anew before the log-out goes on to the start page.
  isHeld = true;
  await chooseOfAccount(page, 'Log out');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await page.waitForURL(/\/login/);
  held.resolve();
  await page.getByText('Logged out.').waitFor();
  // Where the log-out leads is decided as it says so.
  await page.getByLabel('Email').fill(owner.email);
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('a guest’s endpoint whose URL was copied comes along to the account', async ({
  visit,
  owner,
}) => {
  const page = await visit('/');
  const url = await shownUrl(page);
  // A copy that one tab makes is known to the tab that logs in.
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByRole('banner').getByRole('button', { name: 'Copy the receive URL' }).click();
  await second.close();
  await chooseOfAccount(page, 'Log in');
  await enter(page, owner.email, password);
  await page.getByText('Your endpoint is in the account now').waitFor();
  expect(await owner.endpoints()).toBe(4);
  expect((await fetch(url, { method: 'POST' })).status).toBe(200);
});

test('logging in by the bar leads back to the search that was shown', async ({ visit, owner }) => {
  const page = await visit('/all?filter=method%3APOST');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await page.waitForURL(/\/login\?next=/);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL(/\/register\?next=/);
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await page.waitForURL(/\/login\?next=/);
  await enter(page, owner.email, password);
  await page.waitForURL('**/all?filter=method%3APOST');
});
