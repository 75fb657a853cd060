import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { operate } from '../../../server/src/operator/public.ts';
import { eventually } from '../../../server/test/eventually.ts';
import { send, startAccount, startGuest } from '../../../server/test/start-server.ts';
import { storeCaptures } from '../store-captures.ts';
import { as, chooseOfEndpoints, connection, listed, rows } from './dashboard-page.ts';
import { test } from './fixture.ts';
import { article } from './screens.ts';

/** A change elsewhere shows within this time. */
const promisedMs = 5000;

/**
 * Waits until the page is live and shows what it is to show, and from then on no longer than promised. A busy machine may take
 * three times as long.
 */
async function promised(page: Page, shown: (page: Page) => Locator): Promise<Page> {
  await connection(page, 'live');
  await shown(page).first().waitFor();
  page.setDefaultTimeout(3 * promisedMs);
  return page;
}

/** Another tab of the page's browser. */
async function tab(page: Page, path: string, shown: (page: Page) => Locator): Promise<Page> {
  const another = await page.context().newPage();
  await another.goto(new URL(path, page.url()).href);
  return await promised(another, shown);
}

const notStored = (page: Page) => page.getByText('This request is no longer stored.').waitFor();

test('what another browser or program changes shows within five seconds', async ({
  visit,
  server,
}) => {
  const account = await startAccount(server);
  const token = await account.endpoint();
  for (const path of ['/first', '/second', '/third'])
    await send(server, token, { method: 'POST', path });
  const [third, second] = await account.ask(200, 'GET', '/api/requests');
  const allowed = { complaints: [/status of 404/] };
  const page = await promised(
    await visit(`/endpoints/${token}/requests/${second.id}`, { prepare: as(account), allowed }),
    (shown) => rows(shown, '/third'),
  );

  await account.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName: 'orders' });
  await page.getByRole('button', { name: 'Endpoint: orders' }).waitFor();

  await account.ask(204, 'DELETE', `/api/requests/${third.id}`);
  await rows(page, '/third').waitFor({ state: 'detached' });
  await account.ask(204, 'DELETE', `/api/requests/${second.id}`);
  await rows(page, '/second').waitFor({ state: 'detached' });
  await notStored(page);
  expect(await rows(page).count()).toBe(1);

  await account.ask(204, 'DELETE', `/api/requests/endpoint/${token}`);
  await rows(page).waitFor({ state: 'detached' });

  const { email } = await account.ask(200, 'GET', '/api/auth/me');
  const environment = { HOOKWELL_DATABASE_URL: server.config.databaseUrl };
  await operate(environment, (operator) => operator.setPlan({ email }, 'plus'));
  await account.ask(204, 'DELETE', `/api/endpoints/${token}`);
  await page.getByText('This is not one of your endpoints').waitFor();
});

test('searches, lists around an old request, opened requests and comparisons follow deletions elsewhere', async ({
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
  const around = await promised(opened, (page) => rows(page, '/old-11-'));
  const search = await tab(around, `${list}?filter=path:old`, (page) => rows(page, '/old-11-'));
  const compared = await tab(around, `/compare/${ids[10]}/${ids[12]}`, (page) =>
    page.getByRole('heading', { name: /Body/ }),
  );

  await remove(11);
  for (const page of [around, search]) {
    await rows(page, '/old-11-').waitFor({ state: 'detached' });
    expect(await listed(page, '/old-10-')).toBe(1);
  }
  await remove(10);
  await notStored(around);
  await notStored(compared);
  await rows(search, '/old-10-').waitFor({ state: 'detached' });
  await guest.ask(204, 'DELETE', `/api/requests?through=${ids[150]}`);
  for (const page of [around, search]) {
    await rows(page, '/old-').first().waitFor({ state: 'detached' });
  }
});

test('deliveries below the first page follow deletions elsewhere', async ({ visit, server }) => {
  // A deleted request may be asked for in the same moment.
  const allowed = { complaints: [/status of 404/] };
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const settings = { replies: [{ plan: ['200'] }], delivery: 'header.webhook-id' };
  await guest.ask(200, 'PUT', `/api/endpoints/${token}/settings`, settings);
  for (let n = 0; n < 55; n++) {
    await send(server, token, { method: 'POST', headers: { 'webhook-id': `delivery-${n}` } });
  }
  const page = await promised(
    await visit(`/endpoints/${token}/deliveries`, { prepare: as(guest), allowed }),
    (shown) => shown.getByRole('article'),
  );
  const cards = page.getByRole('article');
  await cards.last().scrollIntoViewIfNeeded();
  const counted = (expected: number) =>
    eventually(
      () => cards.count(),
      (count) => count === expected,
      3 * promisedMs,
    );
  await counted(55);
  const requests = await guest.ask(200, 'GET', '/api/requests');
  await guest.ask(204, 'DELETE', `/api/requests/${requests.at(-3).id}`);
  await counted(54);
});

test('what the retention removes is counted nowhere', async ({ visit, server }) => {
  const guest = await startGuest(server);
  const shown = await guest.endpoint();
  const busy = await guest.ask(201, 'POST', '/api/endpoints');
  await guest.ask(200, 'PATCH', `/api/endpoints/${busy.token}`, { badgeName: 'busy' });
  await storeCaptures(server, busy, Array(300).fill({}));
  const page = await promised(await visit(`/endpoints/${shown}`, { prepare: as(guest) }), (of) =>
    of.getByRole('button', { name: /^Endpoint: / }),
  );
  const plan = await tab(page, '/plan', (of) => of.getByText('300 of 500'));
  // The page counts as unread what arrives.
  await storeCaptures(server, busy, Array(620).fill({}));
  await plan.getByText('500 of 500').waitFor();
  const title = (text: string) => page.waitForFunction((t) => document.title.startsWith(t), text);
  await chooseOfEndpoints(page, /busy/);
  await title('(500) busy');
  await listed(page, 'POST');
});

test('keys, plan and settings follow what another browser does', async ({ visit, server }) => {
  // Keys are refused once the plan has none.
  const allowed = { complaints: [/status of 403/] };
  const account = await startAccount(server, 'plus');
  const token = await account.endpoint();
  const keys = await promised(await visit('/keys', { prepare: as(account), allowed }), (page) =>
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
  const page = await promised(
    await visit(`/endpoints/${token}`, { prepare: as(guest), allowed }),
    (shown) => shown.getByRole('button', { name: /^Endpoint: / }),
  );
  const lists = '**/api/endpoints';
  await page.route(lists, (route) => route.fulfill({ status: 503 }));
  await guest.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName: 'orders' });
  await page.locator('[role="status"][data-state="behind"]').waitFor();
  await page.getByText('Out of date', { exact: true }).waitFor();
  await page.unroute(lists);
  await page.getByRole('button', { name: 'Endpoint: orders' }).waitFor();
  await connection(page, 'live', 3 * promisedMs);
});
