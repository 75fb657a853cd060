import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { send, startGuest } from '../../../server/test/start-server.ts';
import { storeCaptures } from '../store-captures.ts';
import { findBarriers } from './axe.ts';
import { as, listed, rows } from './dashboard-page.ts';
import { count, dayMs, filterOf, found, list, test } from './searched-store.ts';

async function firstId(page: Page): Promise<number> {
  return Number(await rows(page).first().getAttribute('data-request'));
}

test('more is found on scrolling, and the line says how far back', async ({
  visit,
  sender: { guest, token },
}) => {
  const page = await visit(`/endpoints/${token}?filter=json.type%3Dorder.paid`, {
    prepare: as(guest),
  });
  await found(page)
    .getByText(/^\d+ found so far, searched back to /)
    .waitFor();
  const before = await found(page).textContent();
  await list(page).hover();
  await eventually(
    async () => {
      await page.mouse.wheel(0, 4_000);
      return await found(page).textContent();
    },
    (words) => words !== before && /^\d{3,} found/.test(words ?? ''),
  );
});

test('a search that is no longer wanted is given up', async ({
  visit,
  sender: { guest, token },
}) => {
  const given = new Set<string>();
  let hold = (): void => {};
  const page = await visit(`/endpoints/${token}`, {
    prepare: async (context) => {
      await as(guest)(context);
      context.on('requestfailed', (request) => given.add(new URL(request.url()).search));
      const held = new Promise<void>((resolve) => (hold = resolve));
      await context.route(/match=slow/, async (route) => {
        await held;
        await route.abort().catch(() => {});
      });
    },
  });
  await rows(page).first().waitFor();
  const asked = page.waitForRequest(/match=slow/);
  await filterOf(page).fill('slow');
  await asked;
  await filterOf(page).fill('jürgen');
  await found(page).getByText('10 found').waitFor();
  await eventually(() => [...given].some((query) => query.includes('match=slow')));
  hold();
});

test('a deep link to an old request shows it among its neighbours', async ({
  visit,
  sender: { guest, token, ids },
}) => {
  const place = 1200;
  const page = await visit(`/endpoints/${token}/requests/${ids[place]}`, { prepare: as(guest) });
  const selected = page.locator('[data-request][aria-current="true"]');
  await selected.getByText(`/orders/${place}`).waitFor();
  await listed(page, `/orders/${place + 1}`);
  await listed(page, `/orders/${place - 1}`);
  const box = await selected.boundingBox();
  const frame = await list(page).boundingBox();
  // It stands in the middle part of the list.
  const above = (box?.y ?? 0) - (frame?.y ?? 0);
  expect(above).toBeGreaterThan(100);
  expect(above).toBeLessThan((frame?.height ?? 0) - 200);

  await list(page).hover();
  await eventually(
    async () => {
      await page.mouse.wheel(0, -2_000);
      return await firstId(page);
    },
    (id) => id > (ids[place + 150] ?? 0),
  );
  // No row is missing or twice.
  const seen = await rows(page).evaluateAll((all) =>
    all.map((row) => Number(row.getAttribute('data-request'))),
  );
  const unselected = seen.filter((id) => id !== ids[place]);
  const start = ids.indexOf(unselected.at(-1) ?? 0);
  expect(unselected).toEqual(ids.slice(start, start + unselected.length).toReversed());

  await page.getByRole('button', { name: /^Newest/ }).click();
  await listed(page, `/orders/${count - 1}`);
  await page.getByRole('button', { name: /^Newest/ }).waitFor({ state: 'detached' });
});

/** Copies a text and pastes it in the empty field. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const field = document.createElement('textarea');
    field.id = 'copied';
    field.value = copied;
    document.body.append(field);
    field.select();
  }, text);
  await page.keyboard.press('Control+C');
  await page.evaluate(() => document.querySelector('#copied')?.remove());
  await filterOf(page).fill('');
  await filterOf(page).focus();
  await page.keyboard.press('Control+V');
}

test('what was copied from a body finds that body', async ({ visit, sender: { guest, token } }) => {
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await rows(page).first().waitFor();
  await paste(page, '"name":"Jürgen","n":300');
  await found(page).getByText('1 found', { exact: true }).waitFor();
  await listed(page, '/orders/300');
  expect(await filterOf(page).inputValue()).toBe('"\\"name\\":\\"Jürgen\\",\\"n\\":300"');
  // A match stays what it is.
  await paste(page, 'json.n=900 body:"order.paid"');
  await listed(page, '/orders/900');
  expect(await filterOf(page).inputValue()).toBe('json.n=900 body:"order.paid"');
});

const language = '**/assets/language-*.js';

test('what is pasted waits for the language of searches', async ({
  visit,
  sender: { guest, token },
}) => {
  const loaded = Promise.withResolvers<void>();
  const page = await visit(`/endpoints/${token}`, {
    prepare: async (context) => {
      await as(guest)(context);
      await context.route(language, async (route) => {
        await loaded.promise;
        await route.continue();
      });
    },
  });
  await rows(page).first().waitFor();
  await paste(page, '"name":"Jürgen"');
  // Another one comes behind it.
  await paste(page, ' berlin');
  expect(await filterOf(page).inputValue()).toBe('');
  await page.keyboard.type(' n:300');
  await page.keyboard.press('ArrowLeft');
  loaded.resolve();
  await expect
    .poll(() => filterOf(page).inputValue())
    .toBe('"\\"name\\":\\"Jürgen\\"" berlin n:300');
  await page.keyboard.type('0');
  expect(await filterOf(page).inputValue()).toBe('"\\"name\\":\\"Jürgen\\"" berlin n:3000');
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Control+Z');
  expect(await filterOf(page).inputValue()).toBe(' n:300');
});

test('without the language of searches, what is pasted stays as it is', async ({
  visit,
  sender: { guest, token },
}) => {
  const page = await visit(`/endpoints/${token}`, {
    allowed: { complaints: [/language-|could not be loaded/] },
    prepare: async (context) => {
      await as(guest)(context);
      await context.route(language, (route) => route.abort());
    },
  });
  await rows(page).first().waitFor();
  await paste(page, '"name":"Jürgen"');
  const messages = page.getByRole('region', { name: 'Messages' });
  await messages.getByText('could not be loaded').first().waitFor();
  await expect.poll(() => filterOf(page).inputValue()).toBe('"name":"Jürgen"');
  await page.keyboard.press('Control+Z');
  expect(await filterOf(page).inputValue()).toBe('');
});

test('a part of the request that has what was searched for says so, and a closed one opens at it', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const deep = { id: 'Needle' };
  const items = Array.from({ length: 60 }, (_, n) => ({
    n,
    of: { of: { of: n === 50 ? deep : {} } },
  }));
  await send(server, token, {
    method: 'POST',
    path: '/deep',
    headers: { 'content-type': 'application/json', 'user-agent': 'needle/1' },
    body: JSON.stringify({ items }),
  });
  await send(server, token, { method: 'POST', path: '/query?a=needle', body: 'else' });
  const page = await visit(`/endpoints/${token}?filter=needle`, { prepare: as(guest) });
  const article = page.getByRole('article');
  const found = (name: string) => article.getByRole('tab', { name }).getByText('found');
  await rows(page, '/query').click();
  await found('Query').waitFor();
  expect(await found('Headers').count()).toBe(0);
  await rows(page, '/deep').click();
  await found('Headers').waitFor();
  expect(await found('Query').count()).toBe(0);
  const mark = article.locator('[role=tree] mark').getByText('Needle');
  await eventually(
    () => mark.boundingBox(),
    (box) => box !== null && box.y > 200 && box.y < 800,
  );
});

test('what was found is exported as a file', async ({ visit, sender: { guest, token } }) => {
  const page = await visit(`/endpoints/${token}?filter=j%C3%BCrgen`, { prepare: as(guest) });
  await found(page).getByText('10 found', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'More for this list' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as CSV', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^hookwell-${token}-[-0-9]+\\.csv$`));
  let text = '';
  for await (const piece of await download.createReadStream()) text += piece;
  expect(text.match(/Jürgen/g)).toHaveLength(10);
  expect(text).not.toContain('Anna');
  await page.getByText('Exported 10 requests.').waitFor();
});

test('ranges of time are chosen from a menu and removed as words', async ({
  visit,
  sender: { guest, token },
}) => {
  const page = await visit(`/endpoints/${token}?filter=j%C3%BCrgen`, { prepare: as(guest) });
  const filter = filterOf(page);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Time of arrival' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Last day');
  await found(page).getByText('5 found', { exact: true }).waitFor();
  expect(await filter.inputValue()).toBe('jürgen received>1d');
  await choose('Last 7 days');
  await found(page).getByText('10 found', { exact: true }).waitFor();
  expect(await filter.inputValue()).toBe('jürgen received>7d');
  await choose('Since … until …');
  // Two days on: the test may run over midnight.
  const day = new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10);
  await page.getByLabel('Until', { exact: true }).fill(`${day}T10:00:07`);
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Remove: Before .*:00:07/ }).waitFor();
  await found(page).getByText('10 found', { exact: true }).waitFor();
  await choose('Since … until …');
  await page.getByLabel('Since', { exact: true }).fill(`${day}T00:00:00`);
  await page.keyboard.press('Enter');
  await page.getByText('No request matches this search').waitFor();
  await page.getByRole('button', { name: /^Remove: Since/ }).click();
  await found(page).getByText('10 found', { exact: true }).waitFor();
  expect(await filter.inputValue()).toBe('jürgen');
});

test('all that a search finds is deleted, as many as the question says, and nothing that came later', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const endpoint = await guest.ask(201, 'POST', '/api/endpoints');
  const paid = { path: '/orders', body: '{"state":"paid"}' };
  const open = { path: '/orders', body: '{"state":"open"}' };
  await storeCaptures(server, endpoint, [
    ...Array.from({ length: 520 }, () => paid),
    ...Array.from({ length: 9 }, () => open),
  ]);
  let refused = '';
  const page = await visit(`/endpoints/${endpoint.token}?filter=json.state%3Dpaid`, {
    allowed: { complaints: [/status of 409/] },
    prepare: async (context) => {
      await as(guest)(context);
      await context.route(/\/api\/requests\/\d+$/, async (route) => {
        if (!route.request().url().endsWith(refused) || refused === '') return route.continue();
        await route.fulfill({ status: 409, json: { error: 'It is held' } });
      });
    },
  });
  const choose = async () => {
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: /^Delete what this search finds/ }).click();
  };
  const question = (words: string) => page.getByRole('alertdialog', { name: `Delete ${words}?` });
  const stored = async (): Promise<{ body: { raw: string } }[]> =>
    await guest.ask(200, 'GET', '/api/requests');
  await rows(page).first().waitFor();
  await choose();
  await question('520 requests').getByText('“json.state=paid”').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await question('520 requests').getByRole('button', { name: 'Cancel' }).click();
  expect(await stored()).toHaveLength(529);

  await choose();
  await question('520 requests').waitFor();
  const { id: later } = await send(server, endpoint.token, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: paid.body,
  });
  await question('520 requests').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Deleted 520 requests.').waitFor();
  await found(page).getByText('1 found', { exact: true }).waitFor();
  expect(await rows(page).count()).toBe(1);
  expect((await stored()).map(({ body }) => body.raw)).toEqual([
    paid.body,
    ...Array.from({ length: 9 }, () => open.body),
  ]);

  // A failure on the way says how many are gone. The oldest goes last.
  const oldest = (await guest.ask(200, 'GET', '/api/requests')).at(-1).id;
  refused = `/${oldest}`;
  await filterOf(page).fill(`json.state=open`);
  await found(page).getByText('9 found', { exact: true }).waitFor();
  await choose();
  await question('9 requests').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('8 of 9 requests are deleted, then it failed: It is held').waitFor();
  await found(page).getByText('1 found', { exact: true }).waitFor();
  expect(
    (await guest.ask(200, 'GET', '/api/requests')).map(({ id }: { id: number }) => id),
  ).toEqual([later, oldest]);
});
