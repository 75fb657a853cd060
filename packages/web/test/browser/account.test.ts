import { expect } from 'vitest';
import { Visitor } from '../../../server/test/start-server.ts';
import { chooseOfAccount, enter, rows, shownUrl } from './dashboard-page.ts';
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

test('logging out ends the session and begins a new guest', async ({ visit, server }) => {
  const page = await visit('/register');
  await enter(page, 'leaves@example.com', password);
  const url = await shownUrl(page);
  const [cookie] = await page.context().cookies();
  // A request is open, and nothing is asked of it or its endpoint afterwards: a refusal would be a complaint.
  await fetch(url, { method: 'POST', body: '{"open":true}' });
  await rows(page).first().click();
  await page.getByRole('article').getByRole('tree').waitFor();
  await chooseOfAccount(page, 'Log out');
  await page.getByRole('button', { name: /Guest/ }).waitFor();
  await page.getByRole('banner').getByText('/wh/').waitFor();
  expect(await shownUrl(page)).not.toBe(url);
  const left = new Visitor(server, { cookie: `${cookie?.name}=${cookie?.value}` });
  await left.ask(401, 'GET', '/api/auth/me');
});
