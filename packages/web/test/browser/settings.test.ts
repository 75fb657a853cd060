import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { send, startGuest } from '../../../server/test/start-server.ts';
import { as, rows } from './dashboard-page.ts';
import { test } from './fixture.ts';

const json = { 'content-type': 'application/json' };
const handshake = '{"type":"url_verification","challenge":"3eZbrw1aB10"}';
const order = '{"type":"order.paid","order":{"id":17}}';

function status(page: Page) {
  return page.getByRole('main').locator('header').getByRole('status');
}

/** Saves, and waits until the settings are stored. */
async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+S');
  await page.getByText('It applies to requests').last().waitFor();
  await status(page).getByText('Saved', { exact: true }).waitFor();
}

test('settings are edited, tried and saved, and what was answered stands beside each request', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await send(server, token, { method: 'POST', path: '/orders', headers: json, body: order });
  await send(server, token, { method: 'POST', path: '/slack', headers: json, body: handshake });
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await rows(page, '/slack').waitFor();
  await page.keyboard.press('e');

  const answers = page.getByRole('list', { name: 'Replies by attempt' });
  await answers.getByText('no reply matches').waitFor();
  await page.getByRole('button', { name: /^Echo/ }).click();
  await answers.getByText('3eZbrw1aB10').waitFor();
  await page.getByLabel('Captured request').selectOption({ index: 1 });
  await page.getByText('it was "order.paid"').waitFor();

  await page.getByRole('button', { name: 'Add a reply' }).click();
  const second = page.getByRole('listitem', { name: 'Reply 2' });
  await second.getByRole('button', { name: 'Steps' }).click();
  const step = second.getByLabel('Reply to the 2nd attempt');
  await step.fill('sleep');
  await second.getByText('"sleep" is not a step').waitFor();
  await page.keyboard.press('Control+S');
  expect(await step.evaluate((field) => field === document.activeElement)).toBe(true);
  await step.fill('201');
  const body = second.getByLabel('Body', { exact: true });
  await body.pressSequentially('order {{order');
  await page.getByRole('option', { name: /^json\.order\.id/ }).click();
  expect(await body.inputValue()).toBe('order {{json.order.id}}');
  await answers.getByText('order 17').first().waitFor();
  await answers.getByText('2nd attempt and all later ones').waitFor();

  await second.getByRole('button', { name: 'Move reply 2 up' }).click();
  await page.getByText('Never used: reply 1').waitFor();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByText('Never used').waitFor({ state: 'detached' });
  await save(page);
  expect(await guest.ask(200, 'GET', `/api/endpoints/${token}/settings`)).toEqual({
    replies: [
      {
        when: 'json.type=url_verification',
        headers: { 'content-type': 'text/plain' },
        body: '{{json.challenge}}',
      },
      { plan: ['500', '201'], body: 'order {{json.order.id}}' },
    ],
  });

  for (const expected of ['500 order 17', '201 order 17']) {
    const url = `${server.url}/wh/${token}/orders`;
    const answer = await fetch(url, { method: 'POST', headers: json, body: order });
    expect(`${answer.status} ${await answer.text()}`).toBe(expected);
  }
  await page.getByRole('link', { name: 'Back to the requests' }).click();
  await rows(page, 'answered 500').waitFor();
  await rows(page, '2nd attempt').click();
  const article = page.getByRole('article');
  await article.getByText('201').first().waitFor();
  await article.getByRole('link', { name: '2nd attempt' }).click();
  await rows(page, '/slack').waitFor({ state: 'detached' });
  await expect.poll(() => rows(page).count()).toBe(2);
});

test('of two pages, the second does not overwrite the first unasked', async ({ visit, server }) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const path = `/endpoints/${token}/settings`;
  const settings = async () => await guest.ask(200, 'GET', `/api${path}`);
  const page = await visit(path, { prepare: as(guest) });
  await page.getByRole('button', { name: /^Redirect/ }).click();
  await guest.ask(200, 'PUT', `/api${path}`, { replies: [{ status: 418 }] });
  await page.keyboard.press('Control+S');
  const notice = page.getByRole('alert').filter({ hasText: 'Changed elsewhere in the meantime' });
  await notice.getByText('"status": 418').waitFor();
  await notice.getByText('"status": 307').waitFor();
  expect(await settings()).toEqual({ replies: [{ status: 418 }] });

  await notice.getByRole('button', { name: 'Replace theirs' }).click();
  await notice.waitFor({ state: 'detached' });
  await status(page).getByText('Saved', { exact: true }).waitFor();
  expect(await settings()).toMatchObject({ replies: [{ status: 307 }] });

  await page.getByLabel('Status').fill('308');
  await guest.ask(204, 'DELETE', `/api${path}`);
  await page.keyboard.press('Control+S');
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await page.getByRole('button', { name: /^Echo/ }).waitFor();
  await status(page).getByText('No settings yet').waitFor();
});
