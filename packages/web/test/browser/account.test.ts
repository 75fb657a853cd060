import { expect } from 'vitest';
import { Visitor } from '../../../server/test/start-server.ts';
import { chooseOfAccount, enter, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

const password = 'correct horse battery';

test("registering keeps the guest's endpoint, and says so", async ({ visit }) => {
  const page = await visit();
  const url = await shownUrl(page);
  await chooseOfAccount(page, /Create an account/);
  await enter(page, 'keeps@example.com', password);
  await page
    .getByRole('region', { name: 'Messages' })
    .getByText(/endpoint/)
    .waitFor();
  expect(await shownUrl(page)).toBe(url);
  await page.getByRole('button', { name: /keeps@example\.com/ }).waitFor();
  expect((await fetch(url, { method: 'POST', body: 'still there' })).status).toBe(200);
  await page.reload();
  expect(await shownUrl(page)).toBe(url);
});

test('logging in merges what a guest has made elsewhere', async ({ visit, server }) => {
  const account = new Visitor(server);
  await account.ask(201, 'POST', '/api/auth/register', { email: 'merges@example.com', password });
  const token = await account.endpoint();

  const page = await visit();
  const url = await shownUrl(page);
  await fetch(url, { method: 'POST' });
  await chooseOfAccount(page, /Log in/);
  await enter(page, 'merges@example.com', password);
  await page.getByRole('button', { name: /merges@example\.com/ }).waitFor();
  const tokens = (await account.ask(200, 'GET', '/api/endpoints')).map(
    (endpoint: { token: string }) => endpoint.token,
  );
  expect(tokens.sort()).toEqual([token, url.split('/').at(-1)].sort());
});

test('a wrong password is answered with a sentence beside the form', async ({ visit }) => {
  const page = await visit('/login', { allowed: { complaints: [/status of 401/] } });
  await enter(page, 'nobody@example.com', password);
  await page
    .getByRole('alert')
    .getByText(/password/i)
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('a guest learns how to get API keys', async ({ visit }) => {
  const page = await visit('/keys');
  await page.getByText('Keys come with the Plus and Enterprise plans').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await enter(page, 'wants-keys@example.com', password);
  await page.waitForURL('**/keys');
  await page.getByText('hookwell account set-plan').waitFor();
});

test('an API key is shown once, to be copied', async ({ visit, server }) => {
  const page = await visit('/register');
  await enter(page, 'keys@example.com', password);
  await page.getByRole('button', { name: /keys@example\.com/ }).waitFor();
  await server.store.db
    .updateTable('account')
    .set({ plan: 'plus' })
    .where('email', '=', 'keys@example.com')
    .execute();
  await page.goto(new URL('/keys', page.url()).href);

  await page.getByLabel('Name').fill('deploy <b>script</b>');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  const secret = await dialog.getByLabel('The key', { exact: true }).inputValue();
  expect(secret).toMatch(/^wh-\w+$/);
  const asked = await fetch(`${server.url}/api/auth/me`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(asked.status).toBe(200);

  // Users who have not copied the key are asked before it closes.
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog
    .getByRole('alert')
    .getByText(/not copied/)
    .waitFor();
  await dialog.getByRole('button', { name: 'Copy and close' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(secret);
  await page.reload();
  await page.getByText('deploy <b>script</b>').waitFor();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: /Delete the key/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete key' }).click();
  await page.getByText('There is none yet').waitFor();
  const refused = await fetch(`${server.url}/api/auth/me`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(refused.status).toBe(401);
});

test('the password is changed, and ends every other session', async ({ visit }) => {
  const page = await visit('/register');
  await enter(page, 'changes@example.com', password);
  await page.getByRole('button', { name: /changes@example\.com/ }).waitFor();
  const elsewhere = await visit('/login', { allowed: { complaints: [/status of 401/] } });
  await enter(elsewhere, 'changes@example.com', password);
  await elsewhere.getByRole('button', { name: /changes@example\.com/ }).waitFor();

  await chooseOfAccount(page, /Account/);
  const form = page.getByRole('form', { name: 'Change the password' });
  await form.getByLabel('Current password', { exact: true }).fill(password);
  await form.getByLabel('New password', { exact: true }).fill('another horse battery');
  await form.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('The password is changed').waitFor();

  await elsewhere.goto(new URL('/account', elsewhere.url()).href);
  await elsewhere.getByText('You were logged out').waitFor();
});

test('logging out ends the session and begins a new guest', async ({ visit, server }) => {
  const page = await visit('/register');
  await enter(page, 'leaves@example.com', password);
  const url = await shownUrl(page);
  const [cookie] = await page.context().cookies();
  // An endpoint's page is open, and asks for nothing of that endpoint afterwards: a refusal would be a complaint.
  await page.getByRole('heading', { name: 'Requests' }).waitFor();
  await chooseOfAccount(page, 'Log out');
  await page.getByRole('button', { name: /Guest/ }).waitFor();
  await page.getByRole('banner').getByText('/wh/').waitFor();
  expect(await shownUrl(page)).not.toBe(url);
  const left = new Visitor(server, { cookie: `${cookie?.name}=${cookie?.value}` });
  await left.ask(401, 'GET', '/api/auth/me');
});

test('deleting the account asks for the password and deletes everything', async ({ visit }) => {
  // The browser logs the answer to a wrong password.
  const page = await visit('/register', { allowed: { complaints: [/status of 401/] } });
  await enter(page, 'goes@example.com', password);
  const url = await shownUrl(page);
  await chooseOfAccount(page, /Account/);
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill('not my password');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog
    .getByText(/password/i)
    .nth(1)
    .waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: /Guest/ }).waitFor();
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
});

test('a plan is bought on the page that sells it', async ({ visit }) => {
  const page = await visit('/plan');
  await page.getByRole('heading', { name: 'Plan and usage' }).waitFor();
  await page.getByRole('columnheader', { name: 'Enterprise' }).waitFor();
  await page.getByText('1 of 3').waitFor();
});
