import type { Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { samples } from '../../../client/src/samples/index.ts';
import { webhooks } from '../../../core/test/match/github-examples.ts';
import { send, startGuest } from '../../../server/test/start-server.ts';
import { as, connection, listed, rows } from './dashboard-page.ts';
import { test as base } from './fixture.ts';
import { article } from './screens.ts';

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const sampled = (id: string) => samples.find((sample) => sample.id === id)?.body ?? '';
const slack = JSON.stringify({
  type: 'block_actions',
  team: { id: 'T1' },
  user: { id: 'U1' },
  token: 't',
  api_app_id: 'A1',
});
const large = `{"type":"invoice.finalized","object":"event","api_version":"1","livemode":true,"data":{"object":{"id":"in_1"}},"rest":"${'x'.repeat(100_000)}"}`;

/** In the order in which they are sent. */
const sent = [
  { path: '/gh', headers: json, body: JSON.stringify(webhooks.pullRequest) },
  {
    path: '/gh-form',
    headers: { ...form, 'user-agent': 'GitHub-Hookshot/1' },
    body: `payload=${encodeURIComponent(JSON.stringify(webhooks.issue))}`,
  },
  { path: '/pay', headers: json, body: sampled('stripe:invoice.paid') },
  { path: '/slack', headers: form, body: `payload=${encodeURIComponent(slack)}` },
  {
    path: '/soap',
    headers: { 'content-type': 'text/xml' },
    body: sampled('salesforce:outbound-message'),
  },
  { path: '/mail', headers: json, body: sampled('sendgrid:events') },
  { path: '/large', headers: json, body: large },
  { path: '/odd', headers: json, body: '{"event":"\u3164two \\"words\\""}' },
  { path: '/none', headers: { 'user-agent': 'curl/8' }, body: 'nothing' },
  { path: '/turned', headers: { 'user-agent': 'curl/8' }, body: '\n two\r\n\tlines \u202egpj.exe' },
  { path: '/bytes', headers: { 'user-agent': 'curl/8' }, body: Buffer.from([0, 255, 216, 1]) },
];
/** Of a sender that is not recognised, the event and the start of the body stand below the path. */
const odd = 'node · U+3164two "words" · {"event":"U+3164two \\"words\\""}';

const test = base.extend('captured', { scope: 'file' }, async ({ server }) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const ids: number[] = [];
  for (const { path, headers, body } of sent) {
    ids.push((await send(server, token, { method: 'POST', path, headers, body })).id);
  }
  return {
    guest,
    token,
    path: `/endpoints/${token}`,
    idOf: (path: string) => ids[sent.findIndex((one) => one.path === path)],
  };
});

/** The label of the row with this path, as it is seen. */
const label = (page: Page, path: string) =>
  rows(page)
    .filter({ has: page.getByText(path, { exact: true }) })
    .locator('[data-label]');

async function shows(page: Page, path: string, words: string): Promise<void> {
  const seen = () =>
    label(page, path).evaluate((element) => {
      const copy = element.cloneNode(true) as HTMLElement;
      for (const hidden of copy.querySelectorAll('.sr-only')) hidden.remove();
      return copy.textContent;
    });
  await expect.poll(seen).toBe(words);
}

/** Counts the calls of the page that read bodies for labels. */
function countReads(page: Page): { count: () => number } {
  let count = 0;
  page.on('request', (request: Request) => {
    if (request.url().includes('size%3C%3D') || request.url().includes('size<=')) count += 1;
  });
  return { count: () => count };
}

describe('rows say what happened', () => {
  test('for payloads of well-known senders, with one call for many', async ({
    visit,
    captured,
  }) => {
    const page = await visit('/account', { prepare: as(captured.guest) });
    const reads = countReads(page);
    await page.goto(new URL(captured.path, page.url()).href);
    await shows(page, '/gh', 'GitHub · pull_request.opened');
    await shows(page, '/gh-form', 'GitHub · issues.edited');
    await shows(page, '/pay', 'Stripe · invoice.paid');
    await shows(page, '/slack', 'Slack · block_actions');
    await shows(page, '/soap', 'Salesforce · notifications');
    await shows(page, '/mail', 'SendGrid · processed +4');
    await shows(page, '/odd', odd);
    await shows(page, '/none', 'curl · nothing');
    await shows(page, '/turned', 'curl · two lines U+202Egpj.exe');
    await shows(page, '/bytes', 'curl');
    await shows(page, '/large', 'node');
    // On a busy machine more than one list may have been asked for its labels, but not each request for its own.
    expect(reads.count()).toBeLessThan(sent.length);
    // They are read aloud in this order.
    const read = await rows(page, '/pay').ariaSnapshot();
    expect(read).toMatch(/link "Stripe ?, invoice\.paid ?, POST \/pay ?, (now|\d+ \w+ ago)/);
  });

  test('for arrivals, which stay in their places as the label comes', async ({
    visit,
    captured,
    server,
  }) => {
    const held = Promise.withResolvers<void>();
    let isHeld = false;
    const page = await visit(captured.path, {
      prepare: async (context) => {
        await as(captured.guest)(context);
        await context.route(/match=size/, async (route) => {
          if (isHeld) await held.promise;
          await route.continue();
        });
      },
    });
    await connection(page, 'live');
    await shows(page, '/mail', 'SendGrid · processed +4');
    isHeld = true;
    const body = sampled('stripe:checkout.session.completed');
    const { id } = await send(server, captured.token, {
      method: 'POST',
      path: '/live',
      headers: json,
      body,
    });
    await listed(page, '/live');
    const row = page.locator(`[data-request="${id}"]`);
    const places = () =>
      row.evaluate((element) =>
        [element, ...element.querySelectorAll('time')].map((part) => {
          const { x, y, height } = part.getBoundingClientRect();
          return [x, y, height];
        }),
      );
    const before = await places();
    await shows(page, '/live', 'node');
    held.resolve();
    await shows(page, '/live', 'Stripe · checkout.session.completed');
    expect(await places()).toEqual(before);
    await captured.guest.ask(204, 'DELETE', `/api/requests/${id}`);
  });

  test('and the button beside a label filters by it', async ({ visit, captured }) => {
    const page = await visit(captured.path, { prepare: as(captured.guest) });
    await shows(page, '/odd', odd);
    await label(page, '/odd').hover();
    await page.getByRole('button', { name: 'Show only [U+3164]two "words"' }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    await listed(page, '/odd');
  });
});

describe('the details', () => {
  test('know the label of a large body as well, and tell it to the row', async ({
    visit,
    captured,
  }) => {
    const path = `${captured.path}/requests/${captured.idOf('/large')}`;
    const page = await visit(path, { prepare: as(captured.guest) });
    await article(page)
      .getByRole('button', { name: /Stripe.*invoice\.finalized/ })
      .waitFor();
    await shows(page, '/large', 'Stripe · invoice.finalized');
    const [top, tools] = await Promise.all([
      article(page).boundingBox(),
      article(page).getByRole('treeitem').first().boundingBox(),
    ]);
    expect((tools?.y ?? 0) - (top?.y ?? 0)).toBeLessThan(200);
  });

  test('are compared with their labels', async ({ visit, captured }) => {
    const path = `/compare/${captured.idOf('/pay')}/${captured.idOf('/large')}`;
    const page = await visit(path, { prepare: as(captured.guest) });
    await page.getByText('invoice.paid', { exact: true }).waitFor();
    await page.getByText('invoice.finalized', { exact: true }).waitFor();
  });
});
