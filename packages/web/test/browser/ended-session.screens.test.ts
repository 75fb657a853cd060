import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { password, send, Visitor } from '../../../server/test/start-server.ts';
import { chooseOfAccount, connection, enter, listed, rows, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

const refused = { complaints: [/status of 40[14]/, /valid credential/] };

async function tab(page: Page, path: string): Promise<Page> {
  const another = await page.context().newPage();
  await another.goto(new URL(path, page.url()).href);
  return another;
}

const isOut = (page: Page) => page.getByRole('heading', { name: 'You were logged out' }).waitFor();

test('a session that ends elsewhere keeps every tab at its page until the user is back', async ({
  visit,
  server,
}) => {
  const email = 'ends@example.com';
  const account = new Visitor(server);
  const { id: accountId } = await account.ask(201, 'POST', '/api/auth/register', {
    email,
    password,
  });
  const token = await account.endpoint();
  const { id } = await send(server, token, { method: 'POST', path: '/read' });
  const path = `/endpoints/${token}/requests/${id}`;
  const guests = () =>
    server.store.db.selectFrom('account').select('id').where('email', 'is', null).execute();

  const first = await visit(`/login?next=${path}`, { allowed: refused });
  await enter(first, email, password);
  await first.getByRole('article').getByText('/read').waitFor();
  await connection(first, 'live');
  const second = await tab(first, '/all?filter=read');
  await listed(second, '/read');

  await first.getByRole('tab', { name: 'Headers' }).click();
  await first.getByRole('button', { name: 'Send again' }).waitFor();

  await chooseOfAccount(first, 'Plan and usage');
  await first.getByText('1 of 3').waitFor();

  // The session ends as by a changed password. The stream tells, at its next check, or whatever the page calls before it.
  await server.store.db.deleteFrom('session').where('account_id', '=', accountId).execute();
  await isOut(first);
  expect(new URL(first.url()).pathname).toBe('/plan');
  expect(await guests()).toEqual([]);
  // The keys of the page open nothing over the form, which is filled in below.
  await first.keyboard.press('Control+k');

  // A tab that is loaded again says the same, at its own address.
  await second.reload();
  await isOut(second);
  expect(second.url()).toMatch(/\/all\?filter=read$/);

  // Back in the first tab, its page goes on; the second tab notices when it is looked at.
  await first.bringToFront();
  await enter(first, email, password);
  await first.getByRole('heading', { name: 'Plan and usage' }).waitFor();
  await first.getByText('1 of 3').waitFor();
  expect(new URL(first.url()).pathname).toBe('/plan');
  await second.bringToFront();
  await second.evaluate(() => window.dispatchEvent(new Event('focus')));
  await listed(second, '/read');
  await connection(second, 'live');
  await send(server, token, { method: 'POST', path: '/read-on' });
  await listed(second, '/read-on');

  // A dialog that is open goes with the session.
  await rows(second, '/read-on').click();
  await second.getByRole('button', { name: 'Compare', exact: true }).click();
  await second.getByRole('dialog').waitFor();

  // A log-out in one tab becomes a guest there, and no other tab takes it for its own user.
  await chooseOfAccount(first, 'Log out');
  await first.getByText('Send the first request').waitFor();
  await isOut(second);
  await second.getByRole('button', { name: 'Continue as a guest' }).click();
  await second.getByText('Send the first request').waitFor();
  expect(await shownUrl(second)).toBe(await shownUrl(first));
  expect(await guests()).toHaveLength(1);

  // A guest session that has ended says so at an address of it, and begins anew at the start page.
  await server.store.db
    .deleteFrom('session')
    .where(
      'account_id',
      'in',
      (await guests()).map((guest) => guest.id),
    )
    .execute();
  await second.goto(`${server.url}/endpoints/${token}`);
  await second.getByRole('heading', { name: 'Your guest session has ended' }).waitFor();
  await second.getByRole('button', { name: 'Start over as a guest' }).click();
  await second.getByText('Send the first request').waitFor();
});
