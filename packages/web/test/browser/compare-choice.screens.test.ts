import { expect } from 'vitest';
import { send, startGuest } from '../../../server/test/start-server.ts';
import { as, rows } from './dashboard-page.ts';
import { test } from './fixture.ts';
import { article } from './screens.ts';

test('a request is compared with any other one: same path first, by the filter, earlier and later', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const other = await guest.endpoint();
  const ids: number[] = [];
  for (const [index, path] of ['/a', '/b', '/a', '/a', '/b', '/a'].entries()) {
    const body = JSON.stringify({ index, same: 'x', list: index === 2 ? ['red'] : ['blue'] });
    const headers = { 'content-type': 'application/json', 'user-agent': `sender-${index}` };
    ids.push((await send(server, token, { method: 'POST', path, headers, body })).id);
  }
  const elsewhere = (await send(server, other, { method: 'PUT', path: '/elsewhere' })).id;
  const pathOf = (index: number) => `/endpoints/${token}/requests/${ids[index]}`;
  const page = await visit(pathOf(3), { prepare: as(guest) });
  await rows(page, '/b').first().waitFor();

  const compare = article(page).getByRole('button', { name: 'Compare', exact: true });
  const dialog = page.getByRole('dialog');
  const options = dialog.getByRole('option');
  // A text that is typed goes to the search once it has the focus.
  const open = async () => {
    await compare.click();
    await options.first().waitFor();
    await dialog.locator('input:focus').waitFor();
  };
  await open();
  const senders = async () =>
    (await options.allInnerTexts()).map((text) => /sender-\d/.exec(text)?.[0]);
  expect(await dialog.getByRole('group').count()).toBe(4);
  expect(await senders()).toEqual([2, 0, 5, 1, 4].map((index) => `sender-${index}`));

  // The search finds requests by their words, and a later one becomes B.
  await page.keyboard.type('sender-5');
  await options.nth(1).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/compare/${ids[3]}/${ids[5]}$`));
  await page.getByRole('heading', { name: /Body/ }).waitFor();

  // Enter alone chooses the previous request of the same path. Its other list is no pair of words.
  await page.goBack();
  await open();
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/compare/${ids[2]}/${ids[3]}$`));
  const lines = page.getByRole('region', { name: 'Lines of both bodies' });
  await lines.getByText('"red"').waitFor();
  expect(await lines.locator('mark').allInnerTexts()).toEqual(['2', '3']);

  // The filter of the list holds, but an id can be of any request.
  await page.goto(`${server.url}${pathOf(3)}?filter=path%3A%2Fb`);
  await rows(page, '/b').first().waitFor();
  await open();
  expect(await senders()).toEqual(['sender-1', 'sender-4']);
  await dialog.getByText("Only requests that match the list's search are offered.").waitFor();
  await send(server, token, { method: 'POST', path: `/b-${elsewhere}` });
  await page.keyboard.type(`${elsewhere}`);
  await options.getByText(`/b-${elsewhere}`).waitFor();
  await dialog.getByRole('button', { name: `Compare with #${elsewhere}` }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/compare/${ids[3]}/${elsewhere}$`));
  await page.getByText('/elsewhere').waitFor();
});
