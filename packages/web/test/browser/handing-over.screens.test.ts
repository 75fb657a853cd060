import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { send, startAccount, startGuest, Visitor } from '../../../server/test/start-server.ts';
import { chooseOfAccount, connection, listed, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

const codeOf = async (terminal: Visitor): Promise<string> =>
  (await terminal.ask(201, 'POST', '/api/auth/handoff')).code;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The texts that are wider than their buttons. It runs in the page. */
const textsOutside = () =>
  [...document.querySelectorAll('main button, main a')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent);

const isIn = (page: Page, email: string) =>
  page.getByRole('button', { name: new RegExp(`${email}.*account`) }).waitFor();

test('the menu shows the command that makes the guest the same in the terminal', async ({
  visit,
  server,
}) => {
  const page = await visit('/');
  const url = await shownUrl(page);
  await chooseOfAccount(page, 'Use in the terminal…');
  const dialog = page.getByRole('dialog', { name: 'Use in the terminal' });
  const command = dialog.locator('code').filter({ hasText: `login --url ${server.url} --code` });
  const codeShown = async () => / --code (\w{22})$/.exec((await command.textContent()) ?? '')?.[1];
  const first = await codeShown();
  await dialog.getByRole('button', { name: 'Another code' }).click();
  await command.filter({ hasNotText: first ?? '' }).waitFor();
  for (const code of [first, await codeShown()]) {
    const terminal = new Visitor(server);
    await terminal.ask(200, 'POST', '/api/auth/handoff/take', { code });
    const [{ token }] = await terminal.ask(200, 'GET', '/api/endpoints');
    expect(url).toContain(token);
  }
});

test('the browser continues as the terminal, at the endpoint, and no code stays in the address', async ({
  visit,
  server,
}) => {
  const terminal = await startGuest(server);
  const token = await terminal.endpoint();
  await send(server, token, { method: 'POST', path: '/from-the-terminal' });
  const code = await codeOf(terminal);
  const next = encodeURIComponent(`/endpoints/${token}`);
  const allowed = { complaints: [/status of 404/] };
  const page = await visit(`/handoff?next=${next}#${code}`, { allowed });
  await page.getByText('You become the guest of the terminal in this browser.').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  // Nothing has happened yet: neither is the code used, nor has a guest begun here.
  expect(await page.context().cookies()).toEqual([]);
  await button(page, 'Continue').click();
  await page.waitForURL(`**/endpoints/${token}`);
  await listed(page, '/from-the-terminal');
  await connection(page, 'live');

  await page.goto(`${server.url}/handoff#${code}`);
  await page.getByText('This way in does not work').waitFor();
  // The next address is opened in the same tab.
  await page.goto(`${server.url}/handoff#${await codeOf(terminal)}`);
  await page.getByText('You are the guest of the terminal in this browser already.').waitFor();
  expect(new URL(page.url()).hash).toBe('');
});

test('a guest of the browser is asked whether its endpoints come along', async ({
  visit,
  server,
}) => {
  const account = await startAccount(server);
  const { email } = await account.ask(200, 'GET', '/api/auth/me');
  await account.endpoint();
  const endpoints = async (): Promise<string> =>
    JSON.stringify(await account.ask(200, 'GET', '/api/endpoints'));

  const left = await visit('/');
  const leftUrl = await shownUrl(left);
  await fetch(leftUrl, { method: 'POST' });
  await left.goto(`${server.url}/handoff#${await codeOf(account)}`);
  await left.getByText(`You become ${email} in this browser.`).waitFor();
  await left.getByText('Now you are a guest here, with 1 endpoint.').waitFor();
  for (const width of [360, 768, 1280]) {
    await left.setViewportSize({ width, height: 800 });
    expect(await left.evaluate(textsOutside), `${width} px wide`).toEqual([]);
  }
  await button(left, 'Continue and leave it behind').click();
  await isIn(left, email);
  expect(await endpoints()).not.toContain(leftUrl.split('/').at(-1));
  // It is not ended: it goes on until its time is over.
  expect((await fetch(leftUrl, { method: 'POST' })).status).toBe(200);

  const brought = await visit('/');
  const broughtUrl = await shownUrl(brought);
  await fetch(broughtUrl, { method: 'POST' });
  await brought.goto(`${server.url}/handoff#${await codeOf(account)}`);
  await button(brought, 'Continue and bring it along').click();
  await isIn(brought, email);
  expect(await endpoints()).toContain(broughtUrl.split('/').at(-1));

  // Who is there already only goes on.
  const again = await codeOf(account);
  await brought.goto(`${server.url}/handoff#${again}`);
  await brought.getByText(`You are ${email} in this browser already.`).waitFor();
});
