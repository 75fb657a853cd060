import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { answer, listen } from '../../../server/test/answers/listener.ts';
import { startGuest } from '../../../server/test/start-server.ts';
import { as, connection, rows } from './dashboard-page.ts';
import { test } from './fixture.ts';
import { article } from './screens.ts';

const attempts = (page: Page) =>
  page.getByRole('article').getByRole('table', { name: 'Attempts' }).getByRole('row');

test('a sender that waits for a listener shows so, then its answer, in rows, details, comparisons, deliveries and every tab', async ({
  visit,
  server,
}) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await guest.ask(200, 'PUT', `/api/endpoints/${token}/settings`, { replies: [{ status: 503 }] });
  const send = (path: string) =>
    fetch(`${server.url}/wh/${token}${path}`, { method: 'POST', headers: { 'webhook-id': path } });
  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  const searched = await page.context().newPage();
  await searched.goto(new URL(`/endpoints/${token}?filter=method%3APOST`, page.url()).href);
  const deliveries = await page.context().newPage();
  await deliveries.goto(new URL(`/endpoints/${token}/deliveries`, page.url()).href);
  for (const tab of [page, searched, deliveries]) await connection(tab, 'live');
  const listener = await listen(guest, token, 'answers=25s');

  const sending = send('/asked');
  for (const tab of [page, searched]) await rows(tab, 'waiting for a listener').waitFor();
  await rows(page, '/asked').click();
  await article(page).getByText('for a listener').waitFor();
  await attempts(deliveries)
    .filter({ hasText: /waiting for a listener/ })
    .waitFor();
  await deliveries.getByRole('heading', { name: 'Open after 1 attempt' }).waitFor();
  // A page that comes later has both from lists, which do not say that a sender waits.
  await Promise.all([searched.reload(), deliveries.reload()]);
  await rows(searched, 'waiting for a listener').waitFor();
  await attempts(deliveries)
    .filter({ hasText: /waiting for a listener/ })
    .waitFor();
  const [first] = await listener.received(1);
  expect(await answer(guest, first?.id ?? 0, { status: 202 })).toBe(204);
  expect((await sending).status).toBe(202);
  for (const tab of [page, searched]) {
    await rows(tab, 'answered 202').filter({ hasText: 'by a listener' }).waitFor();
    await rows(tab, 'waiting for a listener').waitFor({ state: 'detached' });
  }
  await article(page).getByText('by a listener').waitFor();
  await article(page).getByRole('link', { name: '1st attempt' }).waitFor();
  await attempts(deliveries)
    .filter({ hasText: /202 by a listener/ })
    .waitFor();
  await deliveries.getByRole('heading', { name: 'Accepted at attempt 1' }).waitFor();

  // Nobody answers the second: it gets what the settings say, and is told so.
  listener[Symbol.dispose]();
  using _silent = await listen(guest, token, 'answers=1s');
  const unanswered = send('/unanswered');
  await rows(page, '/unanswered').filter({ hasText: 'waiting for a listener' }).waitFor();
  expect((await unanswered).status).toBe(503);
  for (const tab of [page, searched])
    await rows(tab, '/unanswered').filter({ hasText: 'answered 503' }).waitFor();
  expect(await rows(page, 'waiting for a listener').count()).toBe(0);
  const [second] = await guest.ask(200, 'GET', `/api/requests/endpoint/${token}`);
  await page.goto(new URL(`/compare/${first?.id}/${second.id}`, page.url()).href);
  await page.getByText('answered 202 by a listener, 1st attempt').waitFor();
  await page.getByText('answered 503, 1st attempt').waitFor();
});
