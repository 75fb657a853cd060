import { expect } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { send, startGuest } from '../../../server/test/start-server.ts';
import { findBarriers } from './axe.ts';
import {
  as,
  chooseOfEndpoints,
  connection,
  listed,
  pasted,
  rows,
  shownUrl,
} from './dashboard-page.ts';
import { test as base } from './fixture.ts';

/** A guest whose endpoint has captured three requests. */
const test = base.extend('sender', async ({ server }) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const ids: number[] = [];
  for (const name of ['first', 'second', 'third']) {
    const method = name === 'second' ? 'PUT' : 'POST';
    const body = `{"name":"${name}"}`;
    const headers = { 'content-type': 'application/json' };
    ids.push((await send(server, token, { method, path: `/${name}?n=1`, headers, body })).id);
  }
  return { guest, token, ids };
});

test('every request has an address of its own, with its tab and the filter, and back works', async ({
  visit,
  sender,
}) => {
  const { guest, token, ids } = sender;
  const list = `/endpoints/${token}`;
  const page = await visit(list, { prepare: as(guest) });
  const pathIs = (path: string) => page.waitForURL((url) => url.pathname === path);
  await rows(page, '/second').click();
  await pathIs(`${list}/requests/${ids[1]}`);
  await rows(page, '/first').click();
  await pathIs(`${list}/requests/${ids[0]}`);
  await page.getByRole('article').getByRole('tab', { name: 'Headers' }).click();
  await page.waitForURL(/tab=headers/);
  await page.goBack();
  await page.goBack();
  await pathIs(`${list}/requests/${ids[1]}`);
  await page.getByRole('article', { name: `Request ${ids[1]}` }).waitFor();
  await page.goBack();
  await pathIs(list);
  await page.goForward();
  await page.getByRole('article', { name: `Request ${ids[1]}` }).waitFor();

  const deep = `${list}/requests/${ids[0]}?tab=query&filter=method%3Apost`;
  await page.goto(new URL(deep, page.url()).href);
  await page.getByRole('tab', { name: 'Query', selected: true }).waitFor();
  await listed(page, '/third');
  expect(await rows(page, '/second').count()).toBe(0);
  expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('method:post');
});

test('an endpoint is renamed in place, here and for everybody', async ({ visit, sender }) => {
  const { guest, token } = sender;
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await page.getByRole('button', { name: 'Rename the endpoint' }).click();
  await page.getByLabel('Name of the endpoint').fill('<b>Orders</b> & more');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Endpoint: <b>Orders</b> & more' }).waitFor();
  const endpoints = await guest.ask(200, 'GET', '/api/endpoints');
  expect(endpoints[0].badgeName).toBe('<b>Orders</b> & more');
  await page.getByRole('button', { name: 'Rename the endpoint' }).click();
  await page.getByLabel('Name of the endpoint').fill('not this');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Endpoint: <b>Orders</b> & more' }).waitFor();
});

test('endpoints are made, switched between and deleted', async ({ visit, sender }) => {
  const { guest, token } = sender;
  // An endpoint may be deleted while more of its list is being read, or what did not get in.
  const allowed = { complaints: [/status of 404 .*\/api\/(requests\/endpoint|endpoints)\//] };
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest), allowed });
  const first = await shownUrl(page);
  await chooseOfEndpoints(page, 'New endpoint');
  await eventually(
    () => shownUrl(page),
    (url) => url !== first,
  );
  const second = await shownUrl(page);
  await page.getByText('Send the first request').waitFor();
  await fetch(`${second}/to-the-second`, { method: 'POST' });

  await chooseOfEndpoints(page, /All endpoints together/);
  await listed(page, '/to-the-second');
  await listed(page, '/third');
  await page.goBack();
  // The menu tells how many requests each has, counted when it opens.
  const switcher = page.getByRole('button', { name: /^Endpoint: / });
  await switcher.click();
  await page.getByRole('menuitem', { name: / · 3 requests/ }).waitFor();
  await page.getByRole('menuitem', { name: / · 1 request\b/ }).waitFor();
  await page.keyboard.press('Escape');
  await fetch(`${second}/again`, { method: 'POST' });
  await switcher.click();
  await page.getByRole('menuitem', { name: / · 2 requests/ }).waitFor();
  await page.keyboard.press('Escape');
  await chooseOfEndpoints(page, /Delete endpoint/);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await eventually(
    async () => (await fetch(second, { method: 'POST' })).status,
    (status) => status === 404,
  );
  await page.waitForURL(`**/endpoints/${token}`);

  await chooseOfEndpoints(page, /Delete all and start over/);
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete all/ })
    .click();
  await eventually(
    async () => (await fetch(first, { method: 'POST' })).status,
    (status) => status === 404,
  );
  await eventually(
    () => shownUrl(page),
    (url) => url !== first,
  );

  // After the last one the page leads to another.
  await chooseOfEndpoints(page, /Delete endpoint/);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await page.getByRole('heading', { name: 'You have no endpoint' }).waitFor();
  await page.goto(new URL('/all', page.url()).href);
  await page.getByRole('button', { name: 'Create an endpoint' }).click();
  await page.getByText('Send the first request').waitFor();
});

test('a list of endpoints that is on its way does not hide a new endpoint', async ({
  visit,
  sender,
}) => {
  const { guest, token } = sender;
  const allowed = { complaints: [/status of 404 .*\/api\/(requests\/endpoint|endpoints)\//] };
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest), allowed });
  const first = await shownUrl(page);
  const reading = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  // The first list that is read from now on is answered as it is now, and after the change.
  await page.route(
    '**/api/endpoints',
    async (route) => {
      const response = await route.fetch();
      reading.resolve();
      await held.promise;
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  await guest.endpoint();
  await reading.promise;
  const created = page.waitForResponse((response) => response.url().endsWith('/regenerate'));
  await chooseOfEndpoints(page, /Delete all and start over/);
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete all/ })
    .click();
  await created;
  held.resolve();
  await eventually(
    () => shownUrl(page),
    (url) => url !== first,
  );
});

test('an endpoint of another account shows as if there were none', async ({ visit, sender }) => {
  const away = { complaints: [/status of 404/] };
  const page = await visit(`/endpoints/${sender.token}?filter=method%3APOST`, { allowed: away });
  await page.getByText('This is not one of your endpoints').waitFor();
  // A log-in leads back to the same search.
  const logIn = page.getByRole('main').getByRole('link', { name: 'Log in' });
  const { searchParams } = new URL((await logIn.getAttribute('href')) ?? '', page.url());
  const next = new URL(searchParams.get('next')?.replace(/^"|"$/g, '') ?? '', page.url());
  expect(next.searchParams.get('filter')).toBe('method:POST');
  await page.goto(new URL('/endpoints/no-such-token', page.url()).href);
  await page.getByText('This is not one of your endpoints').waitFor();
  const own = await visit(`/all/requests/${sender.ids[0]}`, { allowed: away });
  await own
    .getByText(/not|no longer/i)
    .first()
    .waitFor();
});

test('new arrivals steal neither the selection nor the scroll', async ({
  visit,
  server,
  sender,
}) => {
  const { guest, token } = sender;
  for (let count = 0; count < 60; count += 1)
    await send(server, token, { method: 'GET', path: `/fill-${count}` });
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await connection(page, 'live');
  await rows(page, '/fill-50').click();
  await page.locator('[data-scroller="requests"]').evaluate((element) => element.scrollTo(0, 900));
  const chosen = rows(page, '/fill-40');
  const before = await chosen.boundingBox();
  for (let count = 0; count < 3; count += 1)
    await send(server, token, { method: 'POST', path: `/new-${count}` });
  await page.getByRole('button', { name: /^3 new/ }).waitFor();
  expect(await chosen.boundingBox()).toEqual(before);
  expect(page.url()).toMatch(/requests\/\d+$/);
  expect(await page.title()).toMatch(/^\(\d+\)/);
  await page.getByRole('button', { name: /^3 new/ }).click();
  await listed(page, '/new-2');

  await page.getByRole('switch', { name: 'Follow' }).click();
  await send(server, token, { method: 'POST', path: '/followed' });
  await page.getByRole('article').getByText('/followed').waitFor();
});

test('the documentation is found by its headings, and its links lead to what is there', async ({
  visit,
  server,
}) => {
  const page = await visit('/', { allowed: { complaints: [/^window: .*\/docs\/operating#/] } });
  await page.getByText('Hookwell gives you a URL for webhooks').waitFor();
  await page.keyboard.press('Control+K');
  await page.getByRole('option', { name: 'Operating Hookwell', exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Search commands' }).fill('reverse prox');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('option', { name: 'Operating Hookwell: Behind a reverse proxy' }).click();
  const shown = await opened;
  await shown.waitForURL('**/docs/operating#behind-a-reverse-proxy');
  await shown.getByRole('heading', { name: 'Behind a reverse proxy' }).waitFor();

  const index: { name: string }[] = await (await fetch(`${server.url}/docs/index.json`)).json();
  const names = ['contents', ...index.map(({ name }) => name)];
  expect(names.length).toBeGreaterThan(15);
  const texts = await Promise.all(
    names.map(async (name) => (await fetch(`${server.url}/docs/${name}`)).text()),
  );
  const documents = new Map(names.map((name, place) => [`/docs/${name}`, texts[place] ?? '']));
  const dead = [...documents].flatMap(([address, html]) =>
    Array.from(html.matchAll(/<a[^>]* href="([^"#]*)(?:#([^"]*))?"/g)).flatMap(
      ([, path = '', fragment]) => {
        if (/^https:|^\/(docs)?$/.test(path)) return [];
        const target = documents.get(path === '' ? address : path);
        const isThere = fragment === undefined || target?.includes(`id="${fragment}"`);
        return target !== undefined && isThere ? [] : [`${address}: ${path}#${fragment}`];
      },
    ),
  );
  expect(dead).toEqual([]);
});

test('the page of the API shows every call without barriers, finds them, and knows the service’s address', async ({
  visit,
  server,
}) => {
  const page = await visit('/docs');
  const api = await (await fetch(`${server.url}/api/openapi.json`)).json();
  const paths = Object.entries<object>(api.paths);
  const calls = paths.flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => (path.startsWith('/wh/') ? '/wh/' : method + path)),
  );
  // Receive URLs, which take every method, are one entry.
  expect(await page.locator('section[id]').count()).toBe(
    new Set(calls).size + Object.keys(api.components.schemas).length,
  );
  const dead = await page.locator('main a[href^="#"], nav a').evaluateAll((links) =>
    links.flatMap((link) => {
      const { hash } = new URL((link as HTMLAnchorElement).href);
      return document.getElementById(hash.slice(1)) === null ? [hash] : [];
    }),
  );
  expect(dead).toEqual([]);

  await page.keyboard.press('/');
  await page.keyboard.type('post /api/endpoints create');
  await page.getByText('1 found').waitFor();
  expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    'Create an endpoint',
  ]);
  await page.getByText(`curl -X POST '${server.url}/api/endpoints' \\`).waitFor();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await pasted(page)).toContain('-H "Authorization: Bearer $HOOKWELL_API_KEY"');
  await page.getByRole('searchbox').fill('list requests');
  expect(await page.getByRole('heading', { level: 3 }).first().innerText()).toMatch(
    /^List .*requests/,
  );
  await page.getByRole('link', { name: 'docs/matching.md' }).first().waitFor();
  await page.getByRole('link', { name: 'Your API keys' }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page)).toEqual([]);
  }
  await page.goto(`${server.url}/docs#receivePost`);
  await page.getByRole('heading', { name: 'Receive a webhook' }).first().waitFor();
});

test('a phone names the pages with room for a thumb, and every width shows the end of the URL or none of it', async ({
  visit,
}) => {
  const page = await visit('/');
  const url = await shownUrl(page);
  const banner = page.getByRole('banner');
  const pages = banner.getByRole('navigation', { name: 'Pages of the endpoint' });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['Requests', 'Deliveries', 'Events', 'Settings']) {
      const place = await pages.getByRole('link', { name }).boundingBox();
      expect(place?.height).toBeGreaterThanOrEqual(44);
      expect(place?.width).toBeGreaterThanOrEqual(44);
      const word = await pages.getByText(name, { exact: true }).boundingBox();
      expect(word?.width).toBeGreaterThan(20);
    }
    const copies = await banner.getByText('Copy URL').boundingBox();
    expect(copies?.height).toBeLessThan(20);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const isDeliberate = await banner.getByText(url).evaluate((text) => {
      const box = text.parentElement?.getBoundingClientRect();
      const [start, end] = [...text.children].map((piece) => piece.getBoundingClientRect());
      if (box === undefined || start === undefined || end === undefined) return false;
      // There is room for the end of the token alone, or for all of it and the beginning.
      return end.right <= box.right + 1 && (start.width === 0 || end.left >= box.left);
    });
    expect(isDeliberate).toBe(true);
  }

  const sizes = new Set<string>();
  const titles = ['Settings', 'Deliveries', 'Events', 'API keys', 'Log in'];
  for (const title of titles) {
    if (title === 'API keys') await page.goto(new URL('/keys', url).href);
    else if (title === 'Log in') await page.goto(new URL('/login', url).href);
    else await pages.getByRole('link', { name: title }).click();
    const heading = page.getByRole('heading', { level: 1, name: title });
    sizes.add(await heading.evaluate((element) => getComputedStyle(element).fontSize));
  }
  expect([...sizes]).toEqual(['20px']);
});
