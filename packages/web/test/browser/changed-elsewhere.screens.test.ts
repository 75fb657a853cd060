import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { operate } from '../../../server/src/operator/public.ts';
import { send, startAccount, startGuest } from '../../../server/test/start-server.ts';
import { storeCaptures } from '../store-captures.ts';
import { as, connection, listed, rows } from './dashboard-page.ts';
import { test } from './fixture.ts';
import { article } from './screens.ts';

/** Waits until the page is live and shows what it is to show. */
async function ready(page: Page, shown: (page: Page) => Locator): Promise<Page> {
  await connection(page, 'live');
  await shown(page).first().waitFor();
  return page;
}

/** Another tab of the page's browser. */
async function tab(page: Page, path: string, shown: (page: Page) => Locator): Promise<Page> {
  const another = await page.context().newPage();
  await another.goto(new URL(path, page.url()).href);
  return await ready(another, shown);
}

const notStored = (page: Page) => page.getByText('This request is no longer stored.').waitFor();

test('what another browser or program changes shows by itself', async ({ visit, server }) => {
  const account = await startAccount(server);
  const token = await account.endpoint();
  for (const path of ['/first', '/second', '/third'])
    await send(server, token, { method: 'POST', path });
  const [, second] = await account.ask(200, 'GET', '/api/requests');
  const allowed = { complaints: [/status of 404/] };
  const page = await ready(
    await visit(`/endpoints/${token}/requests/${second.id}`, { prepare: as(account), allowed }),
    (shown) => rows(shown, '/third'),
  );

  await account.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName: 'orders' });
  await page.getByRole('button', { name: 'Endpoint: orders' }).waitFor();

  await account.ask(204, 'DELETE', `/api/requests/${second.id}`);
  await rows(page, '/second').waitFor({ state: 'detached' });
  await notStored(page);
  expect(await rows(page).count()).toBe(2);

  await account.ask(204, 'DELETE', `/api/requests/endpoint/${token}`);
  await expect.poll(() => rows(page).count()).toBe(0);

  await account.ask(204, 'DELETE', `/api/endpoints/${token}`);
  await page.getByText('This is not one of your endpoints').waitFor();
});

test('searches, lists around an old request and opened requests follow deletions elsewhere', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const endpoint = await guest.ask(201, 'POST', '/api/endpoints');
  const paths = Array.from({ length: 300 }, (_, n) => ({ path: n < 20 ? `/old-${n}-` : '/new' }));
  const ids = await storeCaptures(server, endpoint, paths);
  const remove = (n: number) => guest.ask(204, 'DELETE', `/api/requests/${ids[n]}`);
  const list = `/endpoints/${endpoint.token}`;
  const opened = await visit(`${list}/requests/${ids[10]}`, { prepare: as(guest) });
  await article(opened).getByText('/old-10-').waitFor();
  const around = await ready(opened, (page) => rows(page, '/old-11-'));
  const search = await tab(around, `${list}?filter=path:old`, (page) => rows(page, '/old-11-'));

  await remove(11);
  for (const page of [around, search]) {
    await rows(page, '/old-11-').waitFor({ state: 'detached' });
    expect(await listed(page, '/old-10-')).toBe(1);
  }
  await remove(10);
  await notStored(around);
  await rows(search, '/old-10-').waitFor({ state: 'detached' });
  await guest.ask(204, 'DELETE', `/api/requests?through=${ids[150]}`);
  for (const page of [around, search]) {
    await rows(page, '/old-').first().waitFor({ state: 'detached' });
  }
});

test('keys, plan and settings follow what another browser does', async ({ visit, server }) => {
  // Keys are refused once the plan has none.
  const allowed = { complaints: [/status of 403/] };
  const account = await startAccount(server, 'plus');
  const token = await account.endpoint();
  const keys = await ready(await visit('/keys', { prepare: as(account), allowed }), (page) =>
    page.getByText('There is none yet.'),
  );
  const plan = await tab(keys, '/plan', (page) => page.getByText('You are on Plus'));
  const settings = await tab(keys, `/endpoints/${token}/settings`, (page) =>
    page.getByRole('button', { name: /^Handshake/ }),
  );

  const other = await visit('/keys', { prepare: as(account) });
  await other.getByLabel('Name').fill('deploy');
  await other.getByLabel('Name').press('Enter');
  await keys.getByRole('button', { name: 'Delete the key deploy' }).waitFor();
  const [{ trackingId }] = await account.ask(200, 'GET', '/api/keys');
  await account.ask(204, 'DELETE', `/api/keys/${trackingId}`);
  await keys.getByText('There is none yet.').waitFor();

  await account.ask(200, 'PUT', `/api/endpoints/${token}/settings`, {
    replies: [{ body: 'from-elsewhere' }],
  });
  await settings.getByText('from-elsewhere').first().waitFor();

  const { email } = await account.ask(200, 'GET', '/api/auth/me');
  const environment = { HOOKWELL_DATABASE_URL: server.config.databaseUrl };
  await operate(environment, (operator) => operator.setPlan({ email }, 'free'));
  await plan.getByText('You are on Free').waitFor();
  await keys.getByText('There is none yet.').waitFor({ state: 'detached' });
});

test('what could not be read is said, and read as soon as it can be', async ({ visit, server }) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const allowed = { complaints: [/status of 503/] };
  let isAway = false;
  const page = await visit(`/endpoints/${token}`, {
    allowed,
    prepare: async (context) => {
      await as(guest)(context);
      await context.route('**/api/endpoints', (route) =>
        isAway ? route.fulfill({ status: 503 }) : route.continue(),
      );
    },
  });
  await ready(page, (shown) => shown.getByRole('button', { name: /^Endpoint: / }));
  isAway = true;
  await guest.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName: 'orders' });
  await page.locator('[role="status"][data-state="behind"]').waitFor();
  await page.getByText('Out of date', { exact: true }).waitFor();
  isAway = false;
  await page.getByRole('button', { name: 'Endpoint: orders' }).waitFor();
  await connection(page, 'live');
});
