import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startGuest, type Visitor } from '../../../server/test/start-server.ts';
import { expectNoBarriers } from './axe.ts';
import { as } from './dashboard-page.ts';
import { test } from './fixture.ts';

/** An endpoint of a guest whose answers follow a plan. */
async function planned(guest: Visitor, ...plan: string[]): Promise<string> {
  const token = await guest.endpoint();
  await guest.ask(200, 'PUT', `/api/endpoints/${token}/settings`, { replies: [{ plan }] });
  return token;
}

/** Sends one attempt of a delivery, whatever the answer is, and gives the answer's status: 0 for none. */
async function attempt({ server }: Visitor, token: string, id: string): Promise<number> {
  const init = { method: 'POST', headers: { 'webhook-id': id }, body: '{"hello": "world"}' };
  return await fetch(`${server.url}/wh/${token}/orders`, init).then(
    ({ status }) => status,
    () => 0,
  );
}

const attempts = (page: Page, card = 0) =>
  page.getByRole('article').nth(card).getByRole('table', { name: 'Attempts' }).getByRole('row');

const finding = (page: Page, expectation: string) =>
  page.getByRole('region', { name: 'Verdict on the sender' }).locator('li', {
    has: page.getByText(expectation, { exact: true }),
  });

test('an endpoint without settings, then without attempts, then with some that come live', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await page.getByRole('banner').getByRole('link', { name: 'Deliveries' }).click();
  await page.getByRole('link', { name: 'Set the replies' }).click();
  await page.getByRole('button', { name: /^Handshake/ }).waitFor();
  await guest.ask(200, 'PUT', `/api/endpoints/${token}/settings`, {
    replies: [{ plan: ['500', 'reset', '429 retry-after=60', '200'] }],
    delivery: 'header.webhook-id',
  });
  await page.goBack();
  await page.getByText('webhook-id: first').waitFor();

  expect(await attempt(guest, token, 'a')).toBe(500);
  await page.getByRole('heading', { name: 'Open after 1 attempt' }).waitFor();
  expect(await attempt(guest, token, 'a')).toBe(0);
  await page.getByRole('heading', { name: 'Open after 2 attempts' }).waitFor();
  expect(await attempt(guest, token, 'a')).toBe(429);
  expect(await attempt(guest, token, 'a')).toBe(200);
  await page.getByRole('heading', { name: 'Accepted at attempt 4' }).waitFor();
  // How fast the attempts came decides whether `backoff=growing` failed too.
  for (const row of [
    /^1.+ – 500 /,
    /^2.+ connection reset same body/,
    /^3.+ 429, retry after 1 m same body/,
    /^4 .+, too early 200 same body, same id .*failed honours-retry-after/,
  ]) {
    await page.getByRole('row', { name: row }).waitFor();
  }

  await page.getByText('webhook-id: a', { exact: true }).waitFor();
  await finding(page, 'attempts>=3').getByText('Holds').waitFor();
  await finding(page, 'honours-retry-after').getByText('Failed').waitFor();
  const blamed = finding(page, 'honours-retry-after').getByRole('link');
  expect(await blamed.count()).toBe(2);
  await blamed.last().click();
  await page.getByRole('article').getByRole('link', { name: 'delivery', exact: true }).click();
  await page.getByText('Only one delivery is shown').waitFor();
  expect(await attempts(page).last().getAttribute('aria-current')).toBe('true');
  await attempts(page).last().getByText('honours-retry-after').waitFor();
  await page.getByRole('article').getByText('1 more after it').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Show all of them' }).click();
  await page.getByRole('radio', { name: 'Open' }).check({ force: true });
  await page.getByText('Every delivery was accepted.').waitFor();
});

test('attempts are listed with their gaps, the newest of many first, and fit a narrow page', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await planned(guest, '503', '503', '204');
  for (const id of ['a', 'b', 'b', 'b']) await attempt(guest, token, id);
  for (let sent = 0; sent < 25; sent += 1) await attempt(guest, token, 'c');
  const page = await visit(`/endpoints/${token}/deliveries`, {
    prepare: as(guest),
    viewport: { width: 360, height: 800 },
    reducedMotion: 'reduce',
  });
  await page.getByRole('heading', { name: 'Accepted at attempt 3, 22 more after it' }).waitFor();
  await attempts(page, 0).getByRole('rowheader', { name: '25' }).waitFor();
  expect(await attempts(page, 0).count()).toBe(21);
  await page.getByRole('button', { name: 'Show all 25 attempts' }).click();
  await expect.poll(() => attempts(page, 0).count()).toBe(26);
  await page
    .getByRole('article')
    .nth(1)
    .getByRole('row', { name: /^2 .*same body/ })
    .waitFor();
  // The columns of all deliveries have the same widths, whatever is in them.
  const column = (card: number) => attempts(page, card).getByText('Sender', { exact: true });
  expect((await column(0).first().boundingBox())?.x).toBe(
    (await column(2).first().boundingBox())?.x,
  );
  await page.getByRole('button', { name: 'Findings' }).click();
  const verdict = page.getByRole('region', { name: 'Verdict on the sender' });
  await verdict
    .getByText('Holds for 2 of 3 deliveries; undecided for 1 with a single attempt.')
    .first()
    .waitFor();
  for (const link of await verdict.getByRole('link').all()) {
    const { width = 0, height = 0 } = (await link.boundingBox()) ?? {};
    expect(Math.min(width, height), await link.innerText()).toBeGreaterThanOrEqual(24);
  }
  await expectNoBarriers(page, 360);
});

test('expectations are explained while they are typed, and remembered', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await planned(guest, '500', '200');
  await attempt(guest, token, 'a');
  const page = await visit(`/endpoints/${token}/deliveries`, { prepare: as(guest) });
  const field = page.getByRole('textbox', { name: 'Expectations' });
  await field.fill('atempts>=1');
  await field.press('Tab');
  await page.getByText('"atempts>=1" is not an expectation').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await field.fill('attempts<=1 ba');
  await page.getByRole('option', { name: /the pauses between attempts grow/ }).click();
  expect(await field.inputValue()).toBe('attempts<=1 backoff=growing ');
  await finding(page, 'attempts<=1').getByText('Holds so far').waitFor();
  await page.getByRole('switch', { name: 'The sender has finished' }).click();
  await finding(page, 'attempts<=1').getByText('Holds', { exact: true }).waitFor();
  await finding(page, 'backoff=growing').getByText('Undecided', { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Open after 1 attempt' }).waitFor();
  expect(await field.inputValue()).toBe('attempts<=1 backoff=growing ');
});
