import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { send, startGuest } from '../../../server/test/start-server.ts';
import { storeCaptures } from '../store-captures.ts';
import { findBarriers } from './axe.ts';
import { as, connection, listed, rows } from './dashboard-page.ts';
import { testWith } from './fixture.ts';

const count = 3_000;
const dayMs = 86_400_000;

const base = testWith({
  HOOKWELL_PLANS: `{"free":{"requestsPerEndpoint":${2 * count},"days":30}}`,
});

/** A guest whose endpoint has captured thousands of orders. Every 300th speaks of Jürgen in its body alone. */
const test = base.extend('sender', { scope: 'file' }, async ({ server }) => {
  const guest = await startGuest(server);
  const endpoint = await guest.ask(201, 'POST', '/api/endpoints');
  const now = Date.now();
  const ids = await storeCaptures(
    server,
    endpoint,
    Array.from({ length: count }, (_, n) => ({
      path: `/orders/${n}`,
      body: JSON.stringify({ type: 'order.paid', name: n % 300 === 0 ? 'Jürgen' : 'Anna', n }),
      // The older half came days ago.
      receivedAt: now - (count - n) * 1000 - (n < count / 2 ? 3 * dayMs : 0),
    })),
  );
  return { guest, token: endpoint.token as string, ids };
});

const filterOf = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const found = (page: Page) => page.locator('[data-found]');
const list = (page: Page) => page.locator('[data-scroller="requests"]');

async function firstId(page: Page): Promise<number> {
  return Number(await rows(page).first().getAttribute('data-request'));
}

test('words in bodies are found in everything that is stored, as they are typed', async ({
  visit,
  sender: { guest, token },
}) => {
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await rows(page).first().waitFor();
  await filterOf(page).pressSequentially('jürg');
  await found(page).getByText('10 found', { exact: true }).waitFor();
  expect(await rows(page).count()).toBe(10);
  await listed(page, '/orders/0');
  await page.getByText('There are no older requests.', { exact: true }).waitFor();

  // The word is marked in the request that is opened, in each of its views.
  const article = page.getByRole('article');
  await rows(page, '/orders/0').click();
  await article.getByRole('tree').locator('mark').getByText('Jürg').waitFor();
  await article.getByRole('button', { name: 'Raw' }).click();
  await article.locator('code mark').getByText('Jürg').waitFor();
  await article.getByRole('button', { name: 'Tree' }).click();
  await filterOf(page).fill('json.n>=2995 -json.n=2997');
  await found(page).getByText('4 found', { exact: true }).waitFor();
  await filterOf(page).fill('nowhere in the store');
  await page.getByText('No request matches this search').waitFor();
  await page.getByRole('button', { name: 'Clear the search' }).last().click();
  await listed(page, `/orders/${count - 1}`);
});

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
  await page.getByRole('menuitem', { name: /Clear this endpoint/ }).click();
  await page
    .getByRole('alertdialog', { name: 'Clear 14 requests?' })
    .getByText('Clear', { exact: true })
    .click();
  await page.getByText('No request matches this search').waitFor();
  await post('/after', 'needle');
  await listed(page, '/after');
  expect(await paths()).toEqual(['/after']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await listed(page, '/first');
  expect(await paths()).toEqual(['/after', '/n9', '/n6', '/n3', '/n0', '/first']);
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

test('on a narrow page, the way back from a deep link leads to its place in the list', async ({
  visit,
  sender: { guest, token, ids },
}) => {
  const page = await visit(`/endpoints/${token}/requests/${ids[700]}`, {
    prepare: as(guest),
    viewport: { width: 360, height: 740 },
  });
  await page.getByRole('article').waitFor();
  await page.getByRole('button', { name: 'Requests' }).click();
  await eventually(
    () => rows(page, '/orders/700').isVisible(),
    (isVisible) => isVisible,
  );
  await page.getByRole('button', { name: /^Newest/ }).waitFor();
});

test('a deep link inside a filter shows its neighbours of the filter', async ({
  visit,
  sender: { guest, token, ids },
}) => {
  const page = await visit(`/endpoints/${token}/requests/${ids[1500]}?filter=j%C3%BCrgen`, {
    prepare: as(guest),
  });
  await page.locator('[data-request][aria-current="true"]').getByText('/orders/1500').waitFor();
  await listed(page, '/orders/1800');
  await listed(page, '/orders/1200');
  await found(page).getByText('10 found', { exact: true }).waitFor();
});

test('a wrong word is explained at the word; an unfinished one only once it is left', async ({
  visit,
  sender: { guest, token },
}) => {
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await rows(page).first().waitFor();
  const filter = filterOf(page);
  await filter.pressSequentially('jürgen status:200');
  const problem = page.getByRole('search').getByRole('button', { name: /status is not a field/ });
  await problem.waitFor();
  expect(await problem.textContent()).toContain('answer');
  expect(await filter.getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator('[data-marks] mark').allTextContents()).toEqual(['status']);
  // Nothing is searched for, so nothing is counted beside it.
  await page.getByText('Correct the search to see what matches.').waitFor();
  expect(await rows(page).count()).toBe(0);
  expect(await found(page).count()).toBe(0);
  expect(await page.locator('[data-count]').textContent()).toBe('');
  expect(await findBarriers(page)).toEqual([]);
  await problem.click();
  const selection = () =>
    filter.evaluate((field: HTMLInputElement) =>
      field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
    );
  expect(await selection()).toBe('status');

  await filter.fill('size>');
  await found(page).waitFor({ state: 'detached' });
  expect(await page.getByText(/A value is missing after/).count()).toBe(0);
  await page.keyboard.press('Escape');
  await filter.blur();
  await page.getByText(/A value is missing after size>/).waitFor();
});

test('addresses of the former grammar are explained', async ({
  visit,
  sender: { guest, token },
}) => {
  const page = await visit(`/endpoints/${token}?filter=has%3Afile+method%3Apost`, {
    prepare: as(guest),
  });
  await page.getByText(/has:file is not something/).waitFor();
  await page.getByText('Correct the search to see what matches.').waitFor();
  // X- headers are usually dropped before storage: where nothing is found, the search says so.
  await filterOf(page).fill('header.x-github-event:push');
  await found(page)
    .getByText(/^No requests match. X- headers are found only where/)
    .waitFor();
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
  // As the indented view shows it.
  await paste(page, '{\n  "type": "order.paid",\n  "name": "Jürgen",\n  "n": 600\n}');
  await listed(page, '/orders/600');
  await found(page).getByText('1 found', { exact: true }).waitFor();
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
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await page.route(language, async (route) => {
    await loaded.promise;
    await route.continue();
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
    prepare: as(guest),
    allowed: { complaints: [/language-|could not be loaded/] },
  });
  await page.route(language, (route) => route.abort());
  // The page loads itself again once a minute at most. Here it has done so a moment ago.
  await page.evaluate(() => sessionStorage.setItem('hookwell.reloaded', String(Date.now())));
  await rows(page).first().waitFor();
  await paste(page, '"name":"Jürgen"');
  const messages = page.getByRole('region', { name: 'Messages' });
  await messages.getByText('could not be loaded').first().waitFor();
  await expect.poll(() => filterOf(page).inputValue()).toBe('"name":"Jürgen"');
  await page.keyboard.press('Control+Z');
  expect(await filterOf(page).inputValue()).toBe('');
});

test('a large request shows the place that was searched for', async ({ visit, server }) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const lines = Array.from({ length: 3_000 }, (_, n) => (n === 2_000 ? 'a Needle' : `line ${n}`));
  const items = Array.from({ length: 3_000 }, (_, n) => (n === 2_000 ? { id: 'Needle' } : n));
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ items });
  const text = await send(server, token, { method: 'POST', body: lines.join('\n') });
  await send(server, token, { method: 'POST', path: '/json', headers, body });
  const page = await visit(`/endpoints/${token}/requests/${text.id}?filter=needle`, {
    prepare: as(guest),
  });
  const article = page.getByRole('article');
  const isInView = (box: { y: number } | null) => box !== null && box.y > 200 && box.y < 800;
  const mark = (place: string) => article.locator(`${place} mark`).getByText('Needle');
  await mark('code').waitFor();
  await eventually(() => mark('code').boundingBox(), isInView);
  await rows(page, '/json').click();
  await article.getByText('1 of 1 found').waitFor();
  await eventually(() => mark('[role=tree]').boundingBox(), isInView);
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
  for (const format of ['HAR', 'JSONL', 'CSV']) {
    await page.getByRole('button', { name: 'More for this list' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: `Export as ${format}`, exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^hookwell-${token}-[-0-9]+\\.${format.toLowerCase()}$`),
    );
    let text = '';
    for await (const piece of await download.createReadStream()) text += piece;
    expect(text.match(/Jürgen/g)?.length).toBeGreaterThanOrEqual(10);
    expect(text).not.toContain('Anna');
    await page.getByText('Exported 10 requests.').last().waitFor();
  }
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
  await filter.click();
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
