import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { send, startGuest } from '../../../server/test/start-server.ts';
import { expectNoBarriers } from './axe.ts';
import { as, pasted, rows } from './dashboard-page.ts';
import { test as base } from './fixture.ts';
import { article } from './screens.ts';

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const inside = '{"id":820982911946154508.10,"id":2,"list":[{"word":"needle"}]}';
const manyItems = Array.from({ length: 60_000 }, (_, id) => `{"id":${id},"kind":"cut"}`).join(',');

const base64url = (text: string) => Buffer.from(text).toString('base64url');
const token = `${base64url('{"alg":"HS256"}')}.${base64url('{"sub":"ada","exp":1700000000}')}.c2ln`;

const sent = {
  order: {
    path: '/order',
    headers: json,
    body: `{"raw":${JSON.stringify(inside)},"needle":1,"texts":[${'"a",'.repeat(500)}"needles"]}`,
  },
  payload: {
    path: '/payload',
    headers: { ...form, 'x-github-event': 'push' },
    body: `token=abc&payload=${encodeURIComponent(inside)}`,
  },
  large: { path: '/large', headers: json, body: `{"first":[1,2],"items":[${manyItems}]}` },
  largeForm: {
    path: '/large-form',
    headers: form,
    body: `payload=${encodeURIComponent(`{"items":[${manyItems}]}`)}`,
  },
  explained: {
    path: '/explained',
    headers: { ...json, authorization: `Bearer ${token}` },
    body: `{"created":1700000000,"token":"${token}","count":12}`,
  },
  lines: {
    path: '/lines',
    headers: { 'content-type': 'text/plain' },
    body: Array.from(
      { length: 3000 },
      (_, line) => `line ${line} ${line % 100 === 50 ? `${'hay '.repeat(200)}Needle` : 'hay'}`,
    ).join('\n'),
  },
  wide: {
    path: '/wide',
    headers: json,
    body: `[${'0,'.repeat(198_765)}"needle"${',0'.repeat(51_234)}]`,
  },
  marked: { path: '/marked', headers: json, body: '\ufeff{"first":1}' },
  disguised: {
    path: `/disguised?${encodeURIComponent('na\u2066me')}=1`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\nContent-Disposition: form-data; name="pa\u202ert"; filename="fi\u200fle"\r\n\r\nx\r\n--b--',
  },
} as const;

/** The captured requests of this file, by name. */
const test = base.extend('captured', { scope: 'file' }, async ({ server }) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const badgeName = 'Webhooks of the shop';
  await guest.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName });
  const ids: Partial<Record<keyof typeof sent, number>> = {};
  for (const [name, { path, headers, body }] of Object.entries(sent)) {
    const { id } = await send(server, token, { method: 'POST', path, headers, body });
    // The name is one of those above.
    ids[name as keyof typeof sent] = id;
  }
  return {
    guest,
    token,
    pathOf: (name: keyof typeof sent) => `/endpoints/${token}/requests/${ids[name]}`,
  };
});

const treeRow = (page: Page, text: string | RegExp) =>
  article(page).getByRole('treeitem').filter({ hasText: text });
const open = (page: Page, path: string) => page.goto(new URL(path, page.url()).href);

test('texts and form fields that hold JSON are trees, in place and as they were sent', async ({
  visit,
  captured,
}) => {
  const page = await visit(captured.pathOf('order'), { prepare: as(captured.guest) });
  const raw = treeRow(page, 'raw: { 3 keys }');
  await raw.getByText('string that contains JSON').waitFor();
  if ((await raw.getAttribute('aria-expanded')) === 'false') await raw.click();
  expect(await treeRow(page, 'id: ').allTextContents()).toEqual([
    'id: 820982911946154508.10',
    'id: 2',
  ]);
  await treeRow(page, 'id: 2').click();
  await article(page).getByText('JSON.parse(raw).id').waitFor();
  await raw.click();
  expect(await treeRow(page, 'id: 2').count()).toBe(0);
  await article(page).getByRole('button', { name: 'Value: copy the value' }).click();
  // The value is read first, which takes a moment.
  await expect.poll(() => pasted(page), { timeout: 60_000 }).toBe(JSON.stringify(inside));

  await open(page, captured.pathOf('payload'));
  const field = article(page).getByRole('region', { name: 'The field payload' });
  await field.getByText('string that contains JSON').waitFor();
  expect(await treeRow(page, 'id: ').first().textContent()).toBe('id: 820982911946154508.10');
  await article(page).getByRole('cell', { name: 'abc' }).waitFor();
  await field.getByRole('button', { name: /^payload/ }).click();
  await field.getByRole('tree').waitFor({ state: 'detached' });
});

test('a byte order mark is told in the first view and in Pretty', async ({ visit, captured }) => {
  const page = await visit(captured.pathOf('marked'), { prepare: as(captured.guest) });
  await treeRow(page, 'first').waitFor();
  const note = article(page).getByText('The body begins with a byte order mark.');
  await note.waitFor();
  await article(page).getByRole('button', { name: 'Pretty' }).click();
  await article(page).getByRole('region', { name: 'Body, indented' }).waitFor();
  await note.waitFor();
});

const searchOf = (page: Page) =>
  article(page).getByRole('searchbox', { name: 'Search in the body' });
const stands = (page: Page, at: string) =>
  article(page).locator('output').getByText(at, { exact: true }).waitFor();

test('a search in the tree goes to its first hit as it is typed, and on from there', async ({
  visit,
  captured,
}) => {
  const page = await visit(captured.pathOf('order'), { prepare: as(captured.guest) });
  const search = searchOf(page);
  const active = article(page).locator('[role="treeitem"][aria-selected="true"]');
  await article(page).getByRole('button', { name: 'Search' }).click();
  await search.pressSequentially('needle');
  await active.filter({ hasText: 'word: "needle"' }).waitFor();
  await stands(page, '1 of 3');
  await page.keyboard.press('Enter');
  await active.filter({ hasText: 'needle: 1' }).waitFor();
  await page.keyboard.press('Enter');
  await active.filter({ hasText: '"needles"' }).waitFor();
  await page.keyboard.press('Shift+Enter');
  await active.filter({ hasText: 'needle: 1' }).waitFor();
  await search.pressSequentially('s');
  await stands(page, '1 of 1');
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await search.boundingBox())?.width).toBeGreaterThan(90);
  // Enter may come before the search has seen the last key.
  await search.fill('needle');
  await page.keyboard.press('Enter');
  await stands(page, '2 of 3');
});

/** How far the middle of the current hit is from that of the element, and how high that is. */
async function fromMiddle(page: Page, region: string): Promise<number> {
  const mark = await article(page).locator('mark.drawn').first().boundingBox();
  const view = await article(page).getByRole('region', { name: region }).boundingBox();
  if (mark === null || view === null) return Number.POSITIVE_INFINITY;
  return Math.abs(mark.y + mark.height / 2 - view.y - view.height / 2);
}

test('one search goes through every view of a body, and gives the focus back', async ({
  visit,
  captured,
}) => {
  const page = await visit(captured.pathOf('lines'), {
    prepare: as(captured.guest),
    // Where little motion is wanted, every change of the look takes a moment.
    reducedMotion: 'reduce',
  });
  const text = article(page).getByRole('region', { name: 'Body as sent' });
  const search = searchOf(page);
  await text.focus();
  await page.keyboard.press('Control+f');
  await expect.poll(() => search.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type('NEEDLE');
  await stands(page, '1 of 30');
  await page.keyboard.press('Shift+Enter');
  await stands(page, '30 of 30');
  await expect.poll(() => fromMiddle(page, 'Body as sent')).toBeLessThan(60);
  await article(page).getByRole('button', { name: 'Previous hit' }).click();
  await stands(page, '29 of 30');
  await expect.poll(() => fromMiddle(page, 'Body as sent')).toBeLessThan(60);
  await text.focus();
  await page.keyboard.press('F3');
  await stands(page, '30 of 30');
  await page.keyboard.press('Control+Shift+G');
  await stands(page, '29 of 30');
  // A second time, the key is the browser's own.
  await search.focus();
  await page.evaluate(() =>
    addEventListener('keydown', ({ defaultPrevented }) => {
      document.body.dataset.isTaken = String(defaultPrevented);
    }),
  );
  await page.keyboard.press('Control+f');
  expect(await page.evaluate(() => document.body.dataset.isTaken)).toBe('false');
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  expect(await text.evaluate((one) => one === document.activeElement)).toBe(true);

  await article(page).getByRole('button', { name: 'Hex' }).click();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('6e 65 65 64');
  await stands(page, '1 of 30');
  await page.keyboard.press('Shift+Enter');
  await expect.poll(() => fromMiddle(page, 'Body as bytes')).toBeLessThan(60);

  await open(page, captured.pathOf('payload'));
  await treeRow(page, 'word: ').waitFor();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('e');
  await search.fill('needle');
  await stands(page, '1 of 1');
  await search.fill('abc');
  await stands(page, '1 of 1');
  expect(await article(page).locator('td mark').textContent()).toBe('abc');
});

test('the list is filtered by a value of the tree, in the place of another one', async ({
  visit,
  captured,
}) => {
  const page = await visit(captured.pathOf('order'), { prepare: as(captured.guest) });
  const filter = page.getByRole('combobox', { name: 'Search', exact: true });
  const narrow = article(page).getByRole('button', { name: 'Filter by this value' });
  await treeRow(page, 'needle: 1').click();
  await narrow.click();
  await expect.poll(() => filter.inputValue()).toBe('json.needle=1');
  await expect.poll(() => rows(page).allInnerTexts()).toHaveLength(1);
  await rows(page, '/order').waitFor();
  await filter.fill('method:POST json.needle:2');
  await expect.poll(() => rows(page).count()).toBe(0);
  await treeRow(page, 'needle: 1').click();
  await narrow.click();
  await expect.poll(() => filter.inputValue()).toBe('method:POST json.needle=1');
  await rows(page, '/order').waitFor();
  await treeRow(page, 'texts: ').click();
  await narrow.waitFor({ state: 'detached' });
});

test('tokens and times are explained under the pointer and by keyboard', async ({
  visit,
  captured,
}) => {
  const page = await visit(captured.pathOf('explained'), { prepare: as(captured.guest) });
  const tip = page.getByRole('tooltip');
  await treeRow(page, 'token: ').getByText('eyJ').hover();
  await tip.getByText(/^JSON Web Token, expired \d+ years? ago$/).waitFor();
  await tip.getByText('"sub": "ada"').waitFor();
  // The pointer may move onto it.
  await tip.getByText('"sub": "ada"').hover();
  await tip.getByText('Nobody has checked its signature here').waitFor();
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
  await page.mouse.move(5, 5);

  await article(page).getByRole('tree').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await tip.getByText(/2023.* years? ago$/).waitFor();
  await tip.getByText('If this is a time, in seconds since 1970').waitFor();
  await page
    .getByRole('treeitem', { description: /seconds since 1970/ })
    .filter({ hasText: 'created' })
    .waitFor();
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await tip.getByText(/^JSON Web Token/).waitFor();
  await page.keyboard.press('ArrowDown');
  await tip.waitFor({ state: 'detached' });

  await article(page)
    .getByRole('tab', { name: /^Headers/ })
    .click();
  await article(page)
    .getByRole('cell', { name: /^Bearer/ })
    .getByText('Bearer')
    .hover();
  await tip.getByText('"sub": "ada"').waitFor();
  await expectNoBarriers(page, 1280);
});

test('all of a body is selected and copied, though a part of it is in the page', async ({
  visit,
  captured,
}) => {
  const page = await visit(captured.pathOf('lines'), { prepare: as(captured.guest) });
  const text = article(page).getByRole('region', { name: 'Body as sent' });
  await text.focus();
  await page.keyboard.press('Control+a');
  await text.evaluate((element) => element.scrollTo(0, 20_000));
  await text.getByText('line 1 hay', { exact: true }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+c');
  expect(await pasted(page)).toBe(sent.lines.body);

  await open(page, captured.pathOf('payload'));
  await treeRow(page, 'word: ').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  expect(await pasted(page)).toBe(
    `token=abc&payload=${inside}`.replace(/=|&/g, (sign) => (sign === '&' ? '\n' : '\t')),
  );
  await open(page, captured.pathOf('lines'));
  await article(page).getByRole('button', { name: 'Copy the body' }).click();
  await expect.poll(() => pasted(page)).toBe(sent.lines.body);
});

test('the line with the pages of a large tree hides neither the focus nor a hit', async ({
  visit,
  captured,
}) => {
  const page = await visit(captured.pathOf('wide'), { prepare: as(captured.guest) });
  const pages = article(page).getByText(/^Rows 1 to 200,000 of 250,001/);
  await pages.waitFor();
  const active = article(page).locator('[role="treeitem"][aria-selected="true"]');
  const isAbove = async () => {
    const [row, line] = await Promise.all([active.boundingBox(), pages.boundingBox()]);
    return row !== null && line !== null && row.y + row.height <= line.y;
  };
  await article(page).getByRole('tree').focus();
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press('PageDown');
    await active.filter({ hasText: `${presses * 20 + 19}: ` }).waitFor();
    await expect.poll(isAbove).toBe(true);
  }
  await page.keyboard.press('Control+f');
  await page.keyboard.type('needle');
  await stands(page, '1 of 1');
  await active.filter({ hasText: '198765: "needle"' }).waitFor();
  await expect.poll(isAbove).toBe(true);
});

test('JSON of which only the start is loaded states no count', async ({ visit, captured }) => {
  const page = await visit(captured.pathOf('large'), { prepare: as(captured.guest) });
  const counts = article(page).getByText(/\d (keys|items|values)\b/);
  await treeRow(page, 'first: [ 2 items ]').waitFor();
  await treeRow(page, /items: \[ [\d,]+ items so far \]/).waitFor();
  const wrong = (await counts.allInnerTexts()).filter(
    (text) =>
      !text.includes('so far') && !text.includes('[ 2 items ]') && !text.includes('2 keys }'),
  );
  expect(wrong).toEqual([]);
  expect(await treeRow(page, 'first:').getAttribute('aria-setsize')).toBe('-1');
  await page.keyboard.press('Control+f');
  await searchOf(page).fill('cut');
  await stands(page, '1 of 10,000+');
  await article(page)
    .getByRole('button', { name: /Show all/ })
    .click();
  await treeRow(page, 'items: [ 60,000 items ]').waitFor();

  await open(page, captured.pathOf('largeForm'));
  await treeRow(page, /items: \[ [\d,]+ items so far \]/).waitFor();
  await article(page).getByText('Only the beginning of the body was read here.').waitFor();
  expect(
    await article(page)
      .getByText(/\d fields?\b/)
      .count(),
  ).toBe(0);
});

test('characters that turn the text around them are marked in names too', async ({
  visit,
  captured,
}) => {
  const page = await visit(captured.pathOf('disguised'), { prepare: as(captured.guest) });
  await rows(page).getByText('U+2066').waitFor();
  const part = article(page).getByRole('listitem');
  await part.getByText('U+202E').waitFor();
  await part.getByText('U+200F').waitFor();
  await article(page).getByRole('tab', { name: 'Query' }).click();
  await article(page).getByRole('rowheader').getByText('U+2066').waitFor();
  // Names of buttons and tips can hold no marks, so they hold the codes.
  const disguises = await page.evaluate(() =>
    [...document.querySelectorAll('#root *')].flatMap((element) =>
      [...element.attributes]
        .filter(({ value }) => /[\u200f\u202a-\u202e\u2066-\u2069]/.test(value))
        .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
    ),
  );
  expect(disguises).toEqual([]);
  expect(await page.locator('#root').innerText()).not.toMatch(/[\u200f\u202a-\u202e\u2066-\u2069]/);
});

describe('the look of a request', () => {
  test('its head, tabs and tools leave the height to the body', async ({ visit, captured }) => {
    const viewport = { width: 1280, height: 800 };
    const page = await visit(captured.pathOf('order'), { viewport, prepare: as(captured.guest) });
    const first = article(page).getByRole('treeitem').first();
    await first.waitFor();
    const heads = async () => {
      const [top, row] = await Promise.all([article(page).boundingBox(), first.boundingBox()]);
      return (row?.y ?? 0) - (top?.y ?? 0);
    };
    expect(await heads()).toBeLessThan(200);
    await page.setViewportSize({ width: 1440, height: 800 });
    expect(await heads()).toBeLessThan(200);
    const actions = article(page).locator('header').locator('button, a');
    // Where there is room, a part of a name is shown.
    const names = (await actions.allInnerTexts()).map((name) => name.replace(/\s+/g, ' '));
    expect(names.map((name) => name.toLowerCase())).toEqual([
      'copy',
      'compare',
      'share…',
      'send again',
      'send to another url',
      'try replies',
      'delete',
    ]);
  });

  test('its headers stand beside the body on a wide page', async ({ visit, captured }) => {
    const viewport = { width: 1600, height: 900 };
    const page = await visit(captured.pathOf('payload'), { viewport, prepare: as(captured.guest) });
    const headers = article(page).getByRole('region', { name: 'Headers' });
    await headers.getByRole('rowheader', { name: 'content-type' }).waitFor();
    const warning = headers.getByText(/^1 header whose name starts with X- was not stored/);
    const [colour, tone] = await warning.evaluate((element) => [
      getComputedStyle(element).color,
      getComputedStyle(element).getPropertyValue('--warn'),
    ]);
    expect(tone).not.toBe('');
    expect(colour).toBe('rgb(133, 86, 0)');
    await treeRow(page, 'word: "needle"').waitFor();
    await page.setViewportSize({ width: 1500, height: 900 });
    await headers.waitFor({ state: 'detached' });
    await article(page)
      .getByRole('tab', { name: /^Headers \d+ 1\s+X- headers\s+dropped$/ })
      .waitFor();
  });

  test('the bar is one row at 900 px, and rows name no usual type', async ({ visit, captured }) => {
    const viewport = { width: 900, height: 800 };
    const page = await visit(captured.pathOf('order'), { viewport, prepare: as(captured.guest) });
    await rows(page, '/payload').waitFor();
    const box = await page.getByRole('banner').boundingBox();
    expect(box?.height).toBeLessThan(60);
    expect(await rows(page, '/order').innerText()).toMatch(/^POST[\s,]*\/order[\s,]*node[\s·,]*\{/);
    expect(await rows(page, '/order').innerText()).not.toContain('application/json');
    expect(await rows(page, '/payload').innerText()).toMatch(/form\s*,?\s*\d+ B/);
  });
});
