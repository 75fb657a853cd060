import { expect } from 'vitest';
import { chooseOfAccount, enter, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

const password = 'correct horse battery';

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
