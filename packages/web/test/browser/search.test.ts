import { expect } from 'vitest';
import { findBarriers } from './axe.ts';
import { as, listed, rows } from './dashboard-page.ts';
import { count, filterOf, found, test } from './searched-store.ts';

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
  await page.getByText('No older request matches.', { exact: true }).waitFor();

  // The word is marked in the request that is opened, in each of its views.
  const article = page.getByRole('article');
  await rows(page, '/orders/0').click();
  await article.getByRole('tree').locator('mark').getByText('Jürg').waitFor();
  await article.getByRole('button', { name: 'Raw' }).click();
  await article.locator('code mark').getByText('Jürg').waitFor();
  await article.getByRole('button', { name: 'Tree' }).click();
  await filterOf(page).fill('json.n>=2995 -json.n=2997');
  await found(page).getByText('4 found', { exact: true }).waitFor();
  await page
    .locator('[data-count]')
    .getByText(count.toLocaleString('en'), { exact: true })
    .waitFor();
  await filterOf(page).fill('nowhere in the store');
  await page.getByText('No request matches this search').waitFor();
  expect(await found(page).textContent()).toBe('');
  await page.getByRole('button', { name: 'Clear the search' }).last().click();
  await listed(page, `/orders/${count - 1}`);
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
  // Nothing is searched for, so nothing is counted but what is stored.
  await page.getByText('Correct the search to see what matches.').waitFor();
  expect(await rows(page).count()).toBe(0);
  expect(await found(page).count()).toBe(0);
  await page
    .locator('[data-count]')
    .getByText(count.toLocaleString('en'), { exact: true })
    .waitFor();
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
