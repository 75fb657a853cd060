import { expect } from 'vitest';
import { send, startGuest } from '../../../server/test/start-server.ts';
import { findBarriers } from './axe.ts';
import { as, connection, listed, rows } from './dashboard-page.ts';
import { count, filterOf, found, test } from './searched-store.ts';

test('arrivals that match come in on top, and removals work as in a plain list', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const post = (path: string, body: string) => send(server, token, { method: 'POST', path, body });
  await post('/first', 'a needle');
  await post('/hay', 'hay');
  const page = await visit(`/endpoints/${token}?filter=needle`, { prepare: as(guest) });
  await listed(page, '/first');
  await connection(page, 'live');
  for (let n = 0; n < 12; n += 1) await post(`/n${n}`, n % 3 === 0 ? 'needle' : 'hay');
  await found(page).getByText('5 found').waitFor();
  const shown = () => rows(page).allInnerTexts();
  const paths = async () => (await shown()).map((text) => /\/\w+/.exec(text)?.[0]);
  expect(await paths()).toEqual(['/n9', '/n6', '/n3', '/n0', '/first']);

  await rows(page, '/n3').click();
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click();
  await rows(page, '/n3').waitFor({ state: 'detached' });
  expect(await paths()).toEqual(['/n9', '/n6', '/n0', '/first']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await listed(page, '/n3');
  expect(await paths()).toEqual(['/n9', '/n6', '/n3', '/n0', '/first']);

  // All of the endpoint is cleared, not only what matches.
  await page.getByRole('button', { name: 'More for this list' }).click();
  await page.getByRole('menuitem', { name: /Delete all requests/ }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete 14 requests?' })
    .getByText('Delete', { exact: true })
    .click();
  await page.getByText('No request matches this search').waitFor();
  await post('/after', 'needle');
  await listed(page, '/after');
  expect(await paths()).toEqual(['/after']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await listed(page, '/first');
  expect(await paths()).toEqual(['/after', '/n9', '/n6', '/n3', '/n0', '/first']);
});

test('a search that the open request does not match says so', async ({ visit, server }) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const post = (body: string) => send(server, token, { method: 'POST', body });
  const { id } = await post('a needle');
  await post('hay');
  const page = await visit(`/endpoints/${token}/requests/${id}`, { prepare: as(guest) });
  const article = page.getByRole('article');
  const note = article.getByText('This request does not match the search.');
  await filterOf(page).fill('hay');
  await note.waitFor();
  await article.getByRole('button', { name: 'Clear the search' }).click();
  await note.waitFor({ state: 'detached' });
  expect(await filterOf(page).inputValue()).toBe('');
  await expect.poll(() => rows(page).count()).toBe(2);
  await filterOf(page).fill('needle');
  await found(page).getByText('1 found').waitFor();
  expect(await note.count()).toBe(0);
});

test('names and values of all listed requests are suggested, X- headers too, on the side with room', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await guest.ask(200, 'PUT', `/api/endpoints/${token}/settings`, { xHeaders: 'keep' });
  for (const body of ['{"only":{"here":"seven"}}', '{"list":[{"n":1},{"n":2}]}']) {
    const headers = { 'content-type': 'application/json', 'x-shop-event': 'paid' };
    await send(server, token, { method: 'POST', headers, body });
  }
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await rows(page).first().waitFor();
  const filter = filterOf(page);
  for (const [typed, label] of [
    ['header.x-', 'header.x-shop-event:'],
    ['json.only.here=', 'json.only.here=seven'],
    ['json.list', 'json.list[0].n='],
  ] as const) {
    await filter.fill('');
    await filter.pressSequentially(typed);
    await page.getByRole('option', { name: label }).waitFor();
  }
  expect(await page.getByRole('option', { name: 'json.list[1]' }).count()).toBe(0);

  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(new URL(`/endpoints/${token}/settings`, server.url).href);
  await page.getByRole('button', { name: 'Add an empty reply' }).click();
  const when = page.getByLabel('When', { exact: true });
  await when.evaluate((field) => field.scrollIntoView({ block: 'end' }));
  await when.fill('a');
  await page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
  const place = await page.getByRole('listbox').boundingBox();
  const field = await when.boundingBox();
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
});

test('fields, names and values are suggested and taken with the keyboard', async ({
  visit,
  sender: { guest, token, ids },
}) => {
  const page = await visit(`/endpoints/${token}/requests/${ids[count - 1]}`, {
    prepare: as(guest),
    reducedMotion: 'reduce',
  });
  await rows(page).first().waitFor();
  await page.keyboard.press('/');
  const filter = filterOf(page);
  await page.keyboard.type('met');
  await page.getByRole('option', { name: /^method:/ }).waitFor();
  await filter.fill('');
  // An empty field shows its fields on a click, and by key.
  await filter.click();
  await page.getByRole('option', { name: /^method:/ }).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('option').count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  const option = page.getByRole('option', { selected: true });
  await option.getByText('The HTTP method').waitFor();
  expect(await page.getByRole('option').count()).toBeGreaterThan(18);
  expect(await findBarriers(page)).toEqual([]);
  const active = await filter.getAttribute('aria-activedescendant');
  expect(await option.getAttribute('id')).toBe(active);
  await page.keyboard.type('json.ty');
  await page.getByRole('option', { name: /^json\.type=/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'json.type=order.paid' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  expect(await filter.inputValue()).toBe('json.type=order.paid ');
  // After a complete term the results can be read.
  const options = page.getByRole('option');
  expect(await options.count()).toBe(0);
  await filter.click();
  await page.keyboard.type(' ');
  expect(await options.count()).toBe(0);
  await page.keyboard.type('header.us');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'header.user-agent:sender/1.0' }).click();
  await found(page)
    .getByText(/^\d+ found/)
    .waitFor();
});

test('finished searches are offered again while the field is empty, until they are forgotten', async ({
  visit,
  sender: { guest, token },
}) => {
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await rows(page).first().waitFor();
  const filter = filterOf(page);
  const recent = page.getByRole('option', { name: /^Recent search: / });
  const offered = async () => {
    await filter.fill('');
    await filter.click();
    await page.getByRole('option', { name: /^method:/ }).waitFor();
    return (await recent.allTextContents()).map((text) => text.replace('Recent search: ', ''));
  };
  const search = async (text: string) => {
    await filter.fill(text);
    await page.keyboard.press('Enter');
  };
  await search('Jürgen');
  await search('path:/orders/7');
  // Words that were typed half, and those that make no sense, are not kept.
  await filter.fill('half');
  await search('signature:sideways');
  await search('path:/orders/7 method=POST');
  await search('Jürgen');
  expect(await offered()).toEqual(['Jürgen', 'path:/orders/7 method=POST']);
  // An accepted value is kept without Enter.
  await filter.fill('contract=ho');
  await page.getByRole('option', { name: /^contract=holds/ }).click();
  expect(await offered()).toEqual(['contract=holds', 'Jürgen', 'path:/orders/7 method=POST']);
  expect(await findBarriers(page)).toEqual([]);

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.getByText('Shift+Del').waitFor();
  await page.keyboard.press('Shift+Delete');
  await recent.nth(2).waitFor({ state: 'detached' });
  await recent.last().getByTitle('Forget this search').click();
  await recent.nth(1).waitFor({ state: 'detached' });
  // Another tab has the same.
  await page.reload();
  await rows(page).first().waitFor();
  expect(await offered()).toEqual(['contract=holds']);
  await recent.click();
  expect(await filter.inputValue()).toBe('contract=holds ');
  await page.getByText('No request matches this search').waitFor();
  expect(await page.getByRole('option').count()).toBe(0);
});
