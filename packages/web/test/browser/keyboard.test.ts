import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { connection, listed, pasted, rows, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

/** The role and the accessible name of the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return `${element?.getAttribute('role') ?? element?.localName} ${element?.getAttribute('aria-label') ?? element?.textContent}`;
  });
}

/** Presses Tab until the wanted element has the focus. Fails once the focus must have gone round the page. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    if (name.test(await focused(page))) return;
  }
  throw new Error(`the focus never came to ${name}`);
}

test('a whole journey without a mouse', async ({ visit, server }) => {
  const page = await visit();
  const { keyboard } = page;
  const url = await shownUrl(page);
  await connection(page, 'live');

  await keyboard.press('u');
  await eventually(
    () => pasted(page),
    (text) => text === url,
  );

  for (const name of ['first', 'second', 'third']) {
    await fetch(`${url}/${name}`, {
      method: 'POST',
      body: `{"name":"${name}"}`,
      headers: { 'content-type': 'application/json' },
    });
    await listed(page, `/${name}`);
  }
  const shows = (name: string) => page.getByRole('article').getByText(`/${name}`).waitFor();
  await keyboard.press('j');
  await keyboard.press('k');
  await keyboard.press('k');
  await keyboard.press('k');
  await shows('third');
  await keyboard.press('j');
  await shows('second');
  await keyboard.press('k');
  await shows('third');
  // The focus follows a moment later; Enter opens the row that has it.
  await page.locator('[data-request][aria-current="true"]:focus').waitFor();

  await keyboard.press('y');
  await eventually(
    () => pasted(page),
    (text) => text === '{"name":"third"}',
  );
  await keyboard.press('c');
  await eventually(
    () => pasted(page),
    (text) => text.startsWith('curl '),
  );
  await keyboard.press(']');
  await page.getByRole('tab', { name: /^Headers/, selected: true }).waitFor();
  await keyboard.press('[');
  await page.getByRole('tab', { name: 'Body', selected: true }).waitFor();

  // Enter goes into the request, where Tab leads on to its tree.
  await keyboard.press('Enter');
  await tabTo(page, /^tree /);
  const second = page.getByRole('treeitem', { name: /name: "third"/, selected: true });
  await eventually(async () => {
    await keyboard.press('Home');
    await keyboard.press('ArrowDown');
    return await second.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
  });

  await keyboard.press('/');
  await keyboard.type('first');
  await eventually(
    () => rows(page).count(),
    (count) => count === 1,
  );
  await keyboard.press('Escape');
  await keyboard.press('Escape');
  await eventually(
    () => rows(page).count(),
    (count) => count === 3,
  );
  await keyboard.press('Escape');

  await keyboard.press('p');
  await page.getByText('Paused.').waitFor();
  await fetch(`${url}/held`, { method: 'POST' });
  await page.getByText('1 held back').waitFor();
  expect(await rows(page, '/held').count()).toBe(0);
  await keyboard.press('p');
  await listed(page, '/held');

  await keyboard.press('f');
  await page.getByRole('switch', { name: 'Follow', checked: true }).waitFor();
  await fetch(`${url}/followed`, { method: 'POST' });
  await shows('followed');
  await keyboard.press('f');

  await keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const label of [
    'Next request',
    'Previous request',
    'Search',
    'Copy as curl',
    'Copy the body',
    'Pause',
    'Follow the newest',
    'Commands',
  ])
    await help.getByText(label, { exact: true }).waitFor();
  await keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });

  await keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Search commands' }).waitFor();
  await keyboard.type('API keys');
  await page.getByRole('option', { name: /API keys/ }).waitFor();
  await keyboard.press('Enter');
  await page.waitForURL('**/keys');
  // The focus that the palette gives back, and the page that comes, are both in place.
  await page.getByRole('combobox', { name: 'Search commands' }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'API keys' }).waitFor();

  await tabTo(page, /Create an account/);
  await keyboard.press('Enter');
  await page.getByLabel('Email').waitFor();
  await tabTo(page, /^input/);
  await page.getByLabel('Email').focus();
  await keyboard.type('keyboard@example.com');
  await keyboard.press('Tab');
  await keyboard.type('correct horse battery');
  await keyboard.press('Enter');
  await page.getByRole('button', { name: /keyboard@example\.com/ }).waitFor();

  await tabTo(page, /account and settings/, 'Shift+Tab');
  await keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.waitForURL((address) => ['/account', '/keys'].includes(address.pathname));
  await page.goto(server.url);
  await listed(page, '/followed');
});

test('keys that are typed somewhere are no shortcuts', async ({ visit }) => {
  const page = await visit('/register');
  await page.getByLabel('Email').fill('');
  await page.getByLabel('Email').pressSequentially('jkpf?ctu/@example.com');
  expect(await page.getByLabel('Email').inputValue()).toBe('jkpf?ctu/@example.com');
  expect(await page.getByRole('dialog').count()).toBe(0);
});
