import { expect } from 'vitest';
import { chooseOfAccount, connection } from './dashboard-page.ts';
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
