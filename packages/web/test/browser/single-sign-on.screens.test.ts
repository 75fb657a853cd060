import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { password, Visitor } from '../../../server/test/start-server.ts';
import { as, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

/** Makes the service say that it has these ways to log in. */
async function offer(
  context: BrowserContext,
  login: { password: boolean; oidc: boolean },
): Promise<void> {
  await context.route('**/api/service', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), login } });
  });
}

/** Stands in for the identity provider: whoever is led there comes back with the cookie of this visitor. */
async function letIn(page: Page, visitor: Visitor): Promise<void> {
  await page.context().route('**/api/auth/oidc?*', async (route) => {
    const next = new URL(route.request().url()).searchParams.get('next') ?? '';
    await route.fulfill({
      status: 303,
      headers: { location: next, 'set-cookie': `${visitor.cookie}; Path=/; HttpOnly` },
    });
  });
}

const button = (page: Page) => page.getByRole('link', { name: 'Log in by single sign-on' });

test('without passwords one button logs in, and leads back to where the visitor was', async ({
  visit,
  server,
}) => {
  const account = new Visitor(server);
  await account.ask(201, 'POST', '/api/auth/register', { email: 'sso@example.com', password });
  const page = await visit('/login?problem=not-allowed&next=%2Flogin%3Fnext%3D%252Fplan', {
    prepare: (context) => offer(context, { password: false, oidc: true }),
  });
  await page
    .getByRole('alert')
    .getByText(/are not let in here/)
    .waitFor();
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
  expect(await page.getByRole('main').getByRole('link').count()).toBe(1);
  await page.goto(new URL('/register?next=%2Fplan', page.url()).href);
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);

  await letIn(page, account);
  await button(page).click();
  await page.waitForURL('**/plan');
  // A new account begins with an endpoint, however its user logged in.
  await page.getByText('1 of 3').waitFor();
  await page.getByRole('button', { name: /sso@example\.com/ }).waitFor();

  // Nobody has a password there, so none is asked for.
  await page.goto(new URL('/account', page.url()).href);
  await page.getByRole('heading', { name: 'Log out' }).waitFor();
  expect(await page.getByText('Change the password').count()).toBe(0);
});

test('an account without one is offered no password, and logs in again to be deleted', async ({
  visit,
  server,
}) => {
  const account = new Visitor(server);
  await account.ask(201, 'POST', '/api/auth/register', { email: 'only@example.com', password });
  const rows = server.store.db.updateTable('account').where('email', '=', 'only@example.com');
  await rows.set({ password_hash: null }).execute();
  await server.store.db.updateTable('session').set({ created_at: 0 }).execute();
  await account.endpoint();
  const page = await visit('/', {
    prepare: as(account),
    allowed: { complaints: [/status of 403/] },
  });
  await shownUrl(page);
  await offer(page.context(), { password: true, oidc: true });
  await page.goto(new URL('/account', page.url()).href);
  await page.getByText('You log in by single sign-on, without a password.').waitFor();
  expect(await page.getByText(/Change the password|takes over this account/).count()).toBe(0);
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.locator('input').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByRole('alert').getByText('Log in again to delete this account').waitFor();
  await letIn(page, account);
  await button(page).click();
  await page.waitForURL('**/account');
  await page.getByText('You are only@example.com.').waitFor();
});
