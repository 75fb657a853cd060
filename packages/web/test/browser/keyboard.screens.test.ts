import { expect } from 'vitest';
import { send, startGuest } from '../../../server/test/start-server.ts';
import { as, chooseOfAccount, connection, rows } from './dashboard-page.ts';
import { test } from './fixture.ts';

test('the focus is always visible', async ({ visit }) => {
  const page = await visit();
  await connection(page, 'live');
  const seen = new Set<string>();
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    const { name, isMarked } = await page.evaluate(() => {
      const element = document.activeElement ?? document.body;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return {
        name: element.outerHTML.slice(0, 120),
        isMarked:
          element === document.body || (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2),
      };
    });
    seen.add(name);
    expect(isMarked, name).toBe(true);
  }
  expect(seen.size).toBeGreaterThan(8);
});

test('keys without Ctrl can be switched off, and on again', async ({ visit }) => {
  const page = await visit();
  await connection(page, 'live');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await help.getByRole('switch', { name: /without Ctrl/ }).click();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });

  await page.reload();
  await connection(page, 'live');
  await page.keyboard.press('t');
  await page.keyboard.press('?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await chooseOfAccount(page, /Keyboard shortcuts/);
  await help.getByRole('switch', { name: /without Ctrl/ }).click();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await help.waitFor();
});

test('arrows, Home, End and the page keys move between rows, without other keys too', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  for (let sent = 1; sent <= 60; sent += 1) {
    await send(server, token, { method: 'POST', path: `/row-${sent}` });
  }
  const page = await visit(`/endpoints/${token}`, {
    prepare: async (context) => {
      await as(guest)(context);
      await context.addInitScript(() => {
        // A document without an origin of its own has no storage.
        if (origin !== 'null') localStorage.setItem('hookwell.single-keys', 'off');
      });
    },
  });
  const focused = () =>
    page.evaluate(() => document.activeElement?.textContent?.match(/row-(\d+)/)?.[1]);
  const press = async (key: string, row: (shown: number) => boolean) => {
    await page.keyboard.press(key);
    await expect.poll(async () => row(Number(await focused())), { message: key }).toBe(true);
    // The row that has the focus is the one that is shown.
    await page
      .locator('#request-detail')
      .getByText(`/row-${await focused()}`)
      .first()
      .waitFor();
  };
  await rows(page, '/row-60').click();
  await press('ArrowDown', (row) => row === 59);
  await press('ArrowDown', (row) => row === 58);
  await press('ArrowUp', (row) => row === 59);
  await press('PageDown', (row) => row < 57 && row > 20);
  await press('PageUp', (row) => row === 59);
  await press('End', (row) => row < 31);
  await press('Home', (row) => row === 60);
});
