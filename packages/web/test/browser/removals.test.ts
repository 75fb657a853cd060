import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { chooseClear, clearing, stored, test, undo } from './capturing-guest.ts';
import { as, listed, rows } from './dashboard-page.ts';

test('clearing asks with the count, and can be undone; the other tabs show the same meanwhile', async ({
  visit,
  sender,
}) => {
  const { guest, token, capture } = sender;
  await capture(3);
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await listed(page, '/number-2');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await listed(other, '/number-2');
  const isEmpty = (of: Page) =>
    eventually(
      () => rows(of).count(),
      (count) => count === 0,
    );

  await chooseClear(page);
  await clearing(page, '3 requests').getByRole('button', { name: 'Cancel' }).click();
  expect(await rows(page).count()).toBe(3);

  await chooseClear(page);
  await clearing(page, '3 requests').getByRole('button', { name: 'Delete' }).click();
  await isEmpty(page);
  await isEmpty(other);
  await page.getByRole('heading', { name: 'Nothing here now' }).waitFor();
  expect(await page.getByText('Send the first request').count()).toBe(0);
  expect(await undo(other).count()).toBe(0);
  await page.keyboard.press('Control+Z');
  await listed(page, '/number-2');
  await listed(other, '/number-2');
  await undo(page).waitFor({ state: 'detached' });
  expect(await stored(guest)).toBe(3);

  // Once it is dismissed, it is carried out.
  await chooseClear(page);
  await clearing(page, '3 requests').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await eventually(
    () => stored(guest),
    (count) => count === 0,
  );
  expect(await rows(other).count()).toBe(0);
});
