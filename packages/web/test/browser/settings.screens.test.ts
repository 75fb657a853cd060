import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startGuest } from '../../../server/test/start-server.ts';
import { as } from './dashboard-page.ts';
import { test } from './fixture.ts';

function status(page: Page) {
  return page.getByRole('main').locator('header').getByRole('status');
}

const hasFocus = (element: Element) => element === document.activeElement;

/** Saves, and waits until the settings are stored. */
async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+S');
  await page.getByText('It applies to requests').last().waitFor();
  await status(page).getByText('Saved', { exact: true }).waitFor();
}

test('a body that looks like JSON gets its media type, which escapes what is inserted', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const page = await visit(`/endpoints/${token}/settings`, { prepare: as(guest) });
  await page.getByRole('button', { name: /^Echo/ }).click();
  await page.getByRole('button', { name: 'Add a reply' }).click();
  await page.getByRole('button', { name: 'Remove reply 1' }).click();
  const body = page.getByLabel('Body', { exact: true });
  await body.fill('{{json.id}} is no JSON');
  expect(await page.getByText('This looks like').count()).toBe(0);
  await body.fill('{"id":"{{json.id}}"}');
  await page.getByText('This looks like JSON and is sent as text/plain').waitFor();
  await page.getByRole('button', { name: 'Send as JSON, values escaped' }).click();
  await page.getByText('This looks like').waitFor({ state: 'detached' });
  const mediaType = page.getByLabel('Media type');
  expect(await mediaType.inputValue()).toBe('application/json');
  await mediaType.fill('a b');
  await page.getByText('this is not a media type').waitFor();
  await mediaType.fill('application/json');
  await save(page);
  const sent = { method: 'POST', body: JSON.stringify({ id: 'evt_9"x' }) };
  const answer = await fetch(`${server.url}/wh/${token}`, sent);
  expect(await answer.json()).toEqual({ id: 'evt_9"x' });
});

test('changes are discarded after a question', async ({ visit, server }) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const page = await visit(`/endpoints/${token}/settings`, { prepare: as(guest) });
  await page.getByRole('button', { name: /^Echo/ }).click();
  const discard = page.getByRole('button', { name: 'Discard', exact: true });
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await discard.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByLabel('Media type').waitFor();
  await discard.click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByLabel('Media type').waitFor({ state: 'detached' });
  expect(await discard.isDisabled()).toBe(true);
  await expect.poll(() => discard.evaluate(hasFocus)).toBe(true);
  // A scheme without its secret is not saved either.
  await page.getByLabel('Signed by').selectOption('github');
  await status(page).getByText('a secret is missing').waitFor();
  await discard.click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await status(page).getByText('No settings yet').waitFor();
});

test('an unfinished condition moves nothing; what is added has the focus; pasted steps are several', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const page = await visit(`/endpoints/${token}/settings`, { prepare: as(guest) });
  await page.getByRole('button', { name: 'Add an empty reply' }).click();
  const when = page.getByRole('combobox', { name: 'When' });
  await expect.poll(() => when.evaluate(hasFocus)).toBe(true);
  const add = page.getByRole('button', { name: 'Add a reply' });
  const before = await add.boundingBox();
  await when.pressSequentially('header.webhook-id:');
  await page
    .getByRole('button', { name: /^A value is missing after header\.webhook-id:$/ })
    .waitFor();
  expect(await add.boundingBox()).toEqual(before);
  expect(await when.getAttribute('aria-invalid')).toBe('false');
  await add.click();
  await expect.poll(() => when.nth(1).evaluate(hasFocus)).toBe(true);
  expect(await when.first().getAttribute('aria-invalid')).toBe('true');

  await page.getByRole('button', { name: 'Steps' }).first().click();
  const first = page.getByRole('combobox', { name: 'Reply to the 1st attempt' });
  await first.selectText();
  await first.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '500,500');
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  const steps = page.getByRole('combobox', { name: /^Reply to the \d/ });
  const written = () => steps.evaluateAll((all: HTMLInputElement[]) => all.map((one) => one.value));
  await expect.poll(written).toEqual(['500', '500', '200']);
});

test('fields and JSON are the same settings, and a fault is shown at its place', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const page = await visit(`/endpoints/${token}/settings`, { prepare: as(guest) });
  await page.getByRole('tab', { name: 'JSON' }).click();
  const text = page.getByLabel('Settings as JSON');
  await text.fill('{"replies": [{"status": 99, "delay": "2s"}]');
  await page.getByRole('button', { name: /line 1, column 44/i }).waitFor();
  await page.getByRole('tab', { name: 'Form' }).click();
  await page.getByText('The JSON text cannot be shown').waitFor();
  await page.getByRole('button', { name: 'Go to the JSON text' }).click();
  await text.fill('{"replies": [{"status": 99, "delay": "2s"}]}');
  await page.getByRole('button', { name: /^replies\[0\]\.status/ }).click();
  const chosen = await text.evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(chosen).toBe('99');
  await page.getByRole('tab', { name: 'Form' }).click();
  expect(await page.getByLabel('Delay').inputValue()).toBe('2s');
  expect(await page.getByLabel('Status').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Status').fill('204');
  await page.getByRole('tab', { name: 'JSON' }).click();
  expect(JSON.parse(await text.inputValue())).toEqual({ replies: [{ status: 204, delay: '2s' }] });

  // Nothing is stored yet, so leaving asks.
  await page.getByRole('link', { name: 'Back to the requests' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await save(page);
  await page.getByRole('link', { name: 'Back to the requests' }).click();
  await page.getByText('Send the first request').waitFor();
});
