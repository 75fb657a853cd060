import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { send, startGuest } from '../../../server/test/start-server.ts';
import { storeCaptures } from '../store-captures.ts';
import { expectNoBarriers } from './axe.ts';
import { as, pasted, rows } from './dashboard-page.ts';
import { test } from './fixture.ts';

const json: [string, string][] = [['Content-Type', 'application/json']];

const events = (page: Page) => page.getByRole('list', { name: 'Events' }).getByRole('listitem');
const members = (page: Page) =>
  page.getByRole('tree', { name: 'Shape of the body' }).getByRole('treeitem');
const paid = (more: object) => JSON.stringify({ type: 'invoice.paid', ...more });

test('events come live; a shape is read, copied and pinned, and what differs is said at the request', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await page.getByRole('banner').getByRole('link', { name: 'Events' }).click();
  await page.getByText('Nothing is stored here yet').waitFor();

  await send(server, token, {
    method: 'POST',
    headers: json,
    body: paid({ amount: 1, currency: 'eur' }),
  });
  await page.getByText('Made of one request').waitFor();
  for (const note of ['a', null]) {
    const body = paid({ amount: 2, currency: 'usd', note, customer: { email: 'a@example.com' } });
    await send(server, token, { method: 'POST', headers: json, body });
  }
  await members(page).filter({ hasText: 'note: string or null' }).waitFor();
  expect(await members(page).allInnerTexts()).toEqual([
    expect.stringMatching(/^the body: object$/),
    expect.stringMatching(/^always\s+type: string$/),
    expect.stringMatching(/^always\s+amount: integer$/),
    expect.stringMatching(/^always\s+currency: string$/),
    expect.stringMatching(/^67 %\s+note: string or null$/),
    expect.stringMatching(/^67 %\s+customer: object$/),
    expect.stringMatching(/^always\s+email: string\s*email$/),
  ]);
  await page.getByRole('tree').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await members(page).count()).toBe(6);
  await page.getByRole('button', { name: 'TypeScript: copy' }).click();
  await page.getByRole('button', { name: 'TypeScript: copy' }).locator('.text-ok').waitFor();
  expect(await pasted(page)).toMatch(/export interface InvoicePaid \{.*note\?: string \| null/s);

  await page.getByRole('button', { name: 'Pin this shape' }).click();
  await page.getByText('No request has differed from it').waitFor();
  await events(page).getByText('pinned').waitFor();
  const panel = page.getByRole('region', { name: 'Pinned shape' });
  expect(await panel.evaluate((one) => one === document.activeElement)).toBe(true);
  // The pointer holds the message until it goes with its page.
  const toast = page.getByText('The shape is pinned');
  await toast.hover();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Unpin' }).click();
  await page.getByRole('button', { name: 'Pin this shape' }).waitFor();
  await other.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('This shape is pinned').waitFor();

  await guest.ask(200, 'PUT', `/api/endpoints/${token}/settings`, {
    verify: { scheme: 'github', secrets: ['a secret of the sender'] },
    replies: [{ status: 202 }],
  });
  await send(server, token, {
    method: 'POST',
    headers: json,
    body: paid({ amount: 'x', tax: 1 }),
  });
  await page.getByText('This shape differs from the pinned one').waitFor();
  await page.getByRole('link', { name: '1 request differed' }).click();
  await toast.waitFor({ state: 'detached', timeout: 3000 });
  const differing = rows(page).filter({ hasText: 'differs from the pinned shape' });
  // Two badges are drawings, so that the status beside them is whole.
  await differing.getByTitle('The shape differs').waitFor();
  await differing.getByTitle('Signature missing').waitFor();
  const cut = (one: Element) =>
    [one, one.parentElement].some((each) => each && each.scrollWidth > each.clientWidth);
  expect(await differing.getByText('202', { exact: true }).evaluate(cut)).toBe(false);
  expect(
    await differing
      .locator('[aria-hidden]')
      .filter({ hasText: /missing|shape/ })
      .count(),
  ).toBe(0);
  await differing.click();
  const article = page.getByRole('article');
  await article.getByRole('region', { name: 'Pinned shape' }).getByText('tax is new').waitFor();
  const problems = article.getByRole('treeitem').filter({ has: page.locator('.text-danger') });
  await problems.first().waitFor();
  expect(await problems.allInnerTexts()).toEqual([
    expect.stringMatching(/^\{ 3 keys \}\s*currency\s+is missing$/),
    expect.stringMatching(/^amount:\s+"x"\s+is a string, was an? integer$/),
    expect.stringMatching(/^tax:\s+1\s+is new$/),
  ]);
  await article.getByRole('tree').focus();
  await page.keyboard.press('ArrowLeft');
  await article.getByRole('treeitem').getByText('2 differences inside').waitFor();
  await article.getByRole('link', { name: 'See the event' }).click();
  const instead = page.getByRole('button', { name: 'Pin this one instead' });
  await instead.waitFor();
  // After a difference the sender may be wrong, so no button stands out.
  const colourOf = (one: Element) => getComputedStyle(one).backgroundColor;
  const unpin = page.getByRole('button', { name: 'Unpin' });
  expect(await instead.evaluate(colourOf)).toBe(await unpin.evaluate(colourOf));
});

test('odd names and bodies without JSON fit a narrow page', async ({ visit, server }) => {
  const guest = await startGuest(server);
  const endpoint: { id: number; token: string } = await guest.ask(201, 'POST', '/api/endpoints');
  const { token } = endpoint;
  const odd = ['__proto__', 'שלום.created', 'a'.repeat(60)];
  const deep = `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`;
  await storeCaptures(server, endpoint, [
    ...odd.map((type) => ({
      body: `{"type":${JSON.stringify(type)},"\u202e<b>":1,"${'n'.repeat(1000)}":[],"__proto__":1,"deep":${deep}}`,
    })),
    { body: 'no JSON' },
  ]);
  const page = await visit(`/endpoints/${token}/events`, {
    prepare: as(guest),
    reducedMotion: 'reduce',
  });
  await expect.poll(() => events(page).count()).toBe(4);
  await events(page).first().getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.getByText('there is no shape to show').waitFor();
  expect(await page.getByRole('button', { name: 'Pin this shape' }).count()).toBe(0);
  await events(page).filter({ hasText: '__proto__' }).getByRole('link').click();
  await members(page).filter({ hasText: 'U+202E' }).waitFor();
  expect(await members(page).filter({ hasText: '__proto__: integer' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Pin this shape' }).click();
  await events(page).getByText('pinned').waitFor();
  await expectNoBarriers(page, 360);
  await page.getByRole('link', { name: 'All events' }).click();
  await events(page).first().waitFor();

  // What is pinned stays in sight when none of it is stored any more.
  await guest.ask(204, 'DELETE', `/api/requests/endpoint/${token}`);
  await events(page).filter({ hasText: 'nothing came' }).getByRole('link').click();
  await page.getByRole('button', { name: 'Unpin' }).click();
  await page.getByText('Nothing is stored here yet').waitFor();
});

test('what is pinned in two tabs at once is pinned', async ({ visit, server }) => {
  const guest = await startGuest(server);
  const endpoint: { id: number; token: string } = await guest.ask(201, 'POST', '/api/endpoints');
  const { token } = endpoint;
  const types = ['a.paid', 'b.paid'];
  await storeCaptures(
    server,
    endpoint,
    types.map((type) => ({ body: JSON.stringify({ type }) })),
  );
  const page = await visit(`/endpoints/${token}/events?event=${types[0]}`, { prepare: as(guest) });
  const other = await page.context().newPage();
  await other.goto(page.url().replace('a.paid', 'b.paid'));
  const buttons = [page, other].map((one) => one.getByRole('button', { name: 'Pin this shape' }));
  for (const button of buttons) await button.waitFor();
  // The first one is held up once it has read what is pinned; the other one waits for it.
  const held = Promise.withResolvers<void>();
  await page.context().route('**/contract', async (route) => {
    if (route.request().method() !== 'GET') await held.promise;
    await route.continue();
  });
  await buttons[0]?.click();
  await buttons[1]?.click();
  const waiting = async () => {
    const { pending } = await page.evaluate(() => navigator.locks.query());
    return pending?.map(({ name }) => name);
  };
  await expect.poll(waiting).toEqual([`hookwell.contract.${token}`]);
  held.resolve();
  for (const one of [page, other]) await one.getByText('This shape is pinned').waitFor();
  const { events: pinned } = await guest.ask(200, 'GET', `/api/endpoints/${token}/contract`);
  expect(Object.keys(pinned).toSorted()).toEqual(types);
});
