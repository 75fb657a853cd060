import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { builtDashboard, packedCommand } from '../../../server/src/home/served-files.ts';
import { exchangeRaw } from '../../../server/test/raw-http.ts';
import {
  clockOfOneMinute,
  refusalsOnceSeen,
} from '../../../server/test/refusal-log/refused-requests.ts';
import { send, startGuest, startServer, type Visitor } from '../../../server/test/start-server.ts';
import { expectNoBarriers } from './axe.ts';
import { as, listed } from './dashboard-page.ts';
import { test as base } from './fixture.ts';

/** A server that takes small bodies alone: no other file may get it. */
const test = base.extend('small', { scope: 'file' }, async ({ environment }, { onCleanup }) => {
  const server = await startServer({
    clock: clockOfOneMinute(),
    environment: { ...environment, HOOKWELL_MAX_BODY_BYTES: '1024' },
    dashboard: fileURLToPath(builtDashboard),
    command: fileURLToPath(packedCommand),
  });
  onCleanup(() => server[Symbol.asyncDispose]());
  return server;
});

/** Sends a body of 2 KiB, which is too large here, and waits until that is stored. */
async function refuse(guest: Visitor, token: string, path: string, count: number): Promise<void> {
  const url = `${guest.server.url}/wh/${token}${path}`;
  expect((await fetch(url, { method: 'POST', body: 'x'.repeat(2048) })).status).toBe(413);
  await refusalsOnceSeen(guest, token, count);
}

const line = (page: Page) => page.getByRole('link', { name: /refused request/ });
const refused = (page: Page) =>
  page.getByRole('list', { name: 'Refused requests' }).getByRole('listitem');

test('refused requests show beside the list and on its page, and follow what comes and goes', async ({
  visit,
  small: server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await refuse(guest, token, '/orders', 1);
  const page = await visit(`/endpoints/${token}`, {
    server,
    prepare: as(guest),
    viewport: { width: 320, height: 800 },
    reducedMotion: 'reduce',
  });
  // A new endpoint has no list on a narrow page, and its owner has to hear of this all the same.
  await page.getByText('Send the first request').waitFor();
  await line(page).filter({ visible: true }).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await send(server, token, { method: 'POST', path: '/small' });
  await listed(page, '/small');
  expect(await line(page).filter({ visible: true }).innerText()).toMatch(/^1 refused request/);
  await line(page).filter({ visible: true }).focus();
  await page.keyboard.press('Enter');

  expect(await refused(page).first().innerText()).toMatch(
    /^answered 413,\s.*The body was larger than this service takes\s.*POST\s.*\/orders\s.*2\.0 KB of body\s.*from 127\.0\.0\.1\s.*HOOKWELL_MAX_BODY_BYTES/s,
  );
  await refuse(guest, token, '/orders', 2);
  const fault = 'POST /wh/TOKEN/<b> HTTP/1.1\r\nHost: a\r\nA: b\r\nBad : value\r\n\r\n';
  await exchangeRaw(server.url, fault.replace('TOKEN', token));
  await page.getByText(/not valid HTTP: .*header line 3: a space before the colon/).waitFor();
  await refused(page).getByText('2 times').waitFor();
  // What to do is said once.
  expect(await page.getByText('HOOKWELL_MAX_BODY_BYTES').count()).toBe(1);
  expect(await refused(page).count()).toBe(2);
  await expectNoBarriers(page, 320);

  await guest.ask(204, 'DELETE', `/api/requests/endpoint/${token}`);
  await page.getByText('No refused requests').waitFor();
});

test('a page that cannot read it says so and tries again; nobody reads of the endpoints of others', async ({
  visit,
  small: server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await refuse(guest, token, '/orders', 1);
  const allowed = { complaints: [/status of 50[03]/] };
  const page = await visit(`/endpoints/${token}/deliveries`, {
    server,
    prepare: as(guest),
    allowed,
  });
  await page.route('**/api/**/refusals', (route) =>
    route.fulfill({ status: 500, json: { error: 'Internal server error' } }),
  );
  await page.goto(new URL(`/endpoints/${token}/refusals`, page.url()).href);
  await page.getByRole('alert').getByText('This could not be read').waitFor();
  await page.unroute('**/api/**/refusals');
  await page.getByRole('button', { name: 'Try again' }).click();
  await refused(page).first().waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  const stranger = await visit(`/endpoints/${token}/refusals`, { server });
  await stranger.getByText('This is not one of your endpoints').waitFor();
});

test('a receive URL of this computer alone says so until it is put away, in all tabs', async ({
  visit,
  small: server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const page = await visit(`/endpoints/${token}`, { server, prepare: as(guest) });
  const note = (tab: Page) => tab.getByRole('complementary', { name: 'Receive URL' });
  await note(page).getByText('senders elsewhere cannot').waitFor();
  const href = await note(page).getByRole('link').getAttribute('href');
  const [path = '', anchor = ''] = href?.split('#') ?? [];
  const documentation = await (await fetch(server.url + path)).text();
  expect(documentation.includes(`id="${anchor}"`), href ?? '').toBe(true);
  const other = await page.context().newPage();
  await other.goto(new URL(`/endpoints/${token}/settings`, page.url()).href);
  await note(other).getByRole('button', { name: 'Hide' }).click();
  for (const tab of [page, other]) await note(tab).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Send the first request').waitFor();
  expect(await note(page).count()).toBe(0);
});
