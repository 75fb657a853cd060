import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { send, startGuest, type TestServer } from '../../../server/test/start-server.ts';
import { atRest, expectNoBarriers, findBarriers } from './axe.ts';
import { as, connection, rows } from './dashboard-page.ts';
import { test } from './fixture.ts';
import { lowWindow, outOfReach } from './reach.ts';
import { article } from './screens.ts';

const body = '{"action":"opened","number":7,"pull_request":{"id":1}}';
const [first, second] = ['the first secret of k3f9', 'the second secret of p7qx'];

/** Sends a pull request as GitHub does; `key` signs it. */
async function pullRequest(server: TestServer, token: string, key?: string): Promise<number> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/1',
    'x-github-event': 'pull_request',
  };
  if (key !== undefined) {
    const signature = createHmac('sha256', key).update(body).digest('hex');
    headers['x-hub-signature-256'] = `sha256=${signature}`;
  }
  return (await send(server, token, { method: 'POST', path: '/hooks', headers, body })).id;
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+S');
  const state = page.getByRole('main').locator('header').getByRole('status');
  await state.getByText('Saved', { exact: true }).waitFor();
}

/** Everything that the page shows or keeps. */
async function kept(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const typed = [...document.querySelectorAll('input, textarea')].map((field) =>
      'value' in field ? field.value : '',
    );
    const stores = [{ ...localStorage }, { ...sessionStorage }, history.state, location.href];
    return JSON.stringify([document.documentElement.outerHTML, typed, stores]);
  });
}

test('a recognised sender is verified in one step, and its secret can be changed', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const settings = () => guest.ask(200, 'GET', `/api/endpoints/${token}/settings`);
  const id = await pullRequest(server, token, first);
  const page = await visit(`/endpoints/${token}/requests/${id}`, { prepare: as(guest) });
  await connection(page, 'live');
  await page.getByRole('link', { name: "Verify GitHub's signatures" }).click();
  await page.getByText('a secret is missing').waitFor();
  const field = page.getByLabel('Secret', { exact: true });
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.getByLabel('Signed by').inputValue()).toBe('github');
  const guessed = page.locator('optgroup[label="Seen in captured requests"] option');
  await expect.poll(() => guessed.allTextContents()).toEqual(['GitHub']);

  // Nothing was typed, so nothing is lost.
  await page.getByRole('link', { name: 'Back to the requests' }).click();
  await rows(page).click();
  await page.getByRole('link', { name: "Verify GitHub's signatures" }).click();
  await field.pressSequentially(first);
  await save(page);
  await page.getByText('send a test to this URL').waitFor();
  expect(await kept(page)).not.toContain(first);
  await pullRequest(server, token, first);
  await page.getByText('secret …k3f9').waitFor();

  await page.getByRole('button', { name: 'Add another secret' }).click();
  await page.keyboard.type(second);
  await page.getByRole('tab', { name: 'JSON' }).click();
  const text = page.getByLabel('Settings as JSON');
  expect(JSON.parse(await text.inputValue())).toEqual({
    verify: { scheme: 'github', secrets: [{ hint: '…k3f9' }, second] },
  });
  await save(page);
  expect(await settings()).toEqual({
    verify: { scheme: 'github', secrets: [{ hint: '…k3f9' }, { hint: '…p7qx' }] },
  });
  await page.getByRole('tab', { name: 'Form' }).click();
  await pullRequest(server, token, second);
  await page.getByText('secret …p7qx').waitFor();
  await page.getByRole('button', { name: 'Remove Secret 1' }).click();
  await save(page);
  expect(await settings()).toEqual({ verify: { scheme: 'github', secrets: [{ hint: '…p7qx' }] } });
  await pullRequest(server, token, first);
  await page.getByRole('status').getByText('invalid').waitFor();
  expect(await kept(page)).not.toMatch(/the (first|second) secret/);
});

test('a sender without a scheme is described, with pairs in one header', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const path = `/endpoints/${token}/settings?verify=custom`;
  const page = await visit(path, { prepare: as(guest) });
  await page.getByLabel('Header with the signature').fill('Mux-Signature');
  await page.getByLabel('That header has').selectOption('pairs');
  const example = page.getByRole('region', { name: 'Example' });
  await example.getByText('Mux-Signature: t=1767225600,v1=(64 hexadecimal digits)').waitFor();
  await page.getByLabel('Name before the signature').fill('');
  await page.getByText('this must be a string of 1 to 64 characters').waitFor();
  await page.getByLabel('Name before the signature').fill('v1');
  await page.getByLabel('Key', { exact: true }).selectOption('base64');
  const key = Buffer.from(first).toString('base64');
  await page.getByLabel('Secret', { exact: true }).fill(key);
  expect(await findBarriers(page)).toEqual([]);
  await save(page);
  const { verify } = await guest.ask(200, 'GET', `/api/endpoints/${token}/settings`);
  expect(verify).toMatchObject({
    pairs: { signature: 'v1', timestamp: 't' },
    ...{ header: 'Mux-Signature', signed: '{timestamp}.{body}', secretEncoding: 'base64' },
  });
  const time = Math.floor(server.clock() / 1000);
  const signature = createHmac('sha256', first).update(`${time}.${body}`).digest('hex');
  const headers = { 'mux-signature': `t=${time},v1=${signature}` };
  await send(server, token, { method: 'POST', headers, body });
  await page.getByRole('status').getByText('signature valid', { exact: true }).waitFor();
});

test('verdicts stand in rows and details, with what to do, and narrow the list', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await pullRequest(server, token);
  await guest.ask(200, 'PUT', `/api/endpoints/${token}/settings`, {
    verify: { scheme: 'github', secrets: [first] },
  });
  await pullRequest(server, token, first);
  await pullRequest(server, token, second);
  const missing = await pullRequest(server, token);
  const page = await visit(`/endpoints/${token}/requests/${missing}`, { prepare: as(guest) });
  const panel = article(page).getByRole('region', { name: 'Signature' });
  await panel.getByText('There is no X-Hub-Signature-256 header').waitFor();
  await panel.getByText('GitHub signs once it knows the secret').waitFor();
  expect(await rows(page, 'missing').ariaSnapshot()).toMatch(/pull_request.*signature missing/);
  expect(await rows(page, 'signature').count()).toBe(3);
  // The event that is stored, with what the body adds to it.
  await expect.poll(() => rows(page, 'pull_request.opened').count()).toBe(4);

  await rows(page, 'signature invalid').hover();
  await page.getByRole('button', { name: 'Show only signature invalid', exact: true }).click();
  const filter = page.getByRole('combobox', { name: 'Search' });
  await expect.poll(() => filter.inputValue()).toBe('signature=invalid');
  await expect.poll(() => rows(page).count()).toBe(1);
  await rows(page, 'signature invalid').click();
  await panel.getByText('No secret given here made this signature').waitFor();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectNoBarriers(page, 400);
  await page.setViewportSize(lowWindow);
  await atRest(page);
  const body = await article(page).getByRole('tabpanel').boundingBox();
  expect(body?.height).toBeGreaterThan(200);
  expect(await page.evaluate(outOfReach)).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await filter.fill('');
  await filter.pressSequentially('signature=v');
  await page.getByRole('option', { name: /^signature=valid/ }).click();
  await rows(page, 'signature valid').click();
  await panel.getByText('secret …k3f9').waitFor();
  await filter.fill('event=');
  await page.getByRole('option', { name: 'event=pull_request', exact: true }).click();
  await expect.poll(() => rows(page).count()).toBe(3);

  await rows(page, 'signature invalid').click();
  await panel.getByRole('link', { name: 'Change the secret' }).click();
  const replace = page.getByRole('button', { name: 'Replace Secret' });
  await expect.poll(() => replace.evaluate((one) => one === document.activeElement)).toBe(true);

  await page.getByRole('button', { name: 'Handshake of…' }).click();
  await page.getByRole('menuitem', { name: /^Zoom/ }).click();
  await page.getByRole('listitem', { name: 'Reply 1: handshake of Zoom' }).waitFor();
  await page.getByText('this is not a handshake of Zoom').waitFor();
  // Conditions see the verdict and the event that are stored with the captured request.
  await page.getByRole('button', { name: 'Add a reply' }).click();
  const when = 'signature=missing event=pull_request';
  await page.getByRole('combobox', { name: 'When' }).fill(when);
  await page.getByLabel('Status').fill('401');
  await page.getByRole('list', { name: 'Replies by attempt' }).getByText('401').waitFor();
  await save(page);
  expect(await guest.ask(200, 'GET', `/api/endpoints/${token}/settings`)).toMatchObject({
    replies: [{ handshake: 'zoom' }, { when, status: 401 }],
  });
});

test('where another body was signed, the secret is not blamed', async ({ visit, server }) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await guest.ask(200, 'PUT', `/api/endpoints/${token}/settings`, {
    verify: { scheme: 'github', secrets: [first] },
  });
  const id = await pullRequest(server, token, second);
  // How soon the service knows the cause depends on the machine: here it does at once.
  const reason = 'The secret is right, but another body was signed: this one is spaced anew.';
  const page = await visit(`/endpoints/${token}/requests/${id}`, {
    prepare: async (context) => {
      await as(guest)(context);
      await context.route(/\/api\/requests\b/, async (route) => {
        const answer = await route.fetch();
        const text = await answer.text();
        const body = text.replace(/"reason":"[^"]*"/, `"reason":${JSON.stringify(reason)}`);
        await route.fulfill({ response: answer, body });
      });
    },
  });
  const panel = article(page).getByRole('region', { name: 'Signature' });
  await panel.getByText(reason).waitFor();
  await panel.getByRole('link', { name: 'See the signature settings' }).waitFor();
  expect(await panel.getByText('Compare the secret').count()).toBe(0);
  for (const target of await panel.locator('a, button').all()) {
    const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    expect(Math.min(width, height), await target.innerText()).toBeGreaterThanOrEqual(24);
  }
});
