import { expect } from 'vitest';
import { send, startGuest } from '../../../server/test/start-server.ts';
import { as, connection, rows } from './dashboard-page.ts';
import { testWith } from './fixture.ts';

const count = 2_000;

const test = testWith({
  HOOKWELL_PLANS: `{"free":{"requestsPerEndpoint":${2 * count}}}`,
});

test('thousands of requests scroll, and few of them are in the page', async ({ visit, server }) => {
  const guest = await startGuest(server);
  const { id: endpointId, token } = await guest.ask(201, 'POST', '/api/endpoints');
  const body = Buffer.from('{"event":"order.made"}');
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      server.store.captures.append({
        endpointId,
        settingsVersion: 0,
        receivedAt: Date.now() - (count - index) * 1000,
        method: ['GET', 'POST', 'PUT', 'DELETE'][index % 4] ?? 'GET',
        target: `/wh/${token}/orders/${index}?page=${index % 7}`,
        headers: JSON.stringify(['Content-Type', 'application/json', 'User-Agent', 'sender/1.0']),
        droppedHeaders: 0,
        ipAddress: '192.0.2.1',
        body: [body],
        bodySize: body.length,
      }),
    ),
  );

  const page = await visit(`/endpoints/${token}`, { prepare: as(guest) });
  await rows(page, `/orders/${count - 1}`).waitFor();
  await connection(page, 'live');
  // All are counted, though a hundred are loaded; what can still be undone is not.
  const counted = page.locator('[data-count]');
  await counted.getByText('2,000', { exact: true }).waitFor();
  await rows(page, `/orders/${count - 1}`).click();
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click();
  await counted.getByText('1,999', { exact: true }).waitFor();
  await send(server, token, { path: '/late' });
  await counted.getByText('2,000', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await counted.getByText('2,001', { exact: true }).waitFor();
  const list = page.locator('[data-scroller="requests"]');
  await list.hover();
  // This scrolls as a wheel does that turns without a stop, past pages that have to be loaded first.
  const last = rows(page, '/orders/0?');
  for (let turns = 0; turns < 600 && !(await last.isVisible()); turns += 1) {
    await page.mouse.wheel(0, 6_000);
  }
  await last.waitFor();
  expect(await rows(page).count()).toBeLessThan(100);
  // Then it jumps all the way up.
  await list.evaluate((element) => element.scrollTo(0, 0));
  await rows(page, `/orders/${count - 1}`).waitFor();

  // Labels are read of the rows that rest.
  await rows(page, `/orders/${count - 1}`)
    .getByText('order.made', { exact: true })
    .waitFor();
});
