import type { Locator, Page } from 'playwright-core';
import { startGuest } from '../../../server/test/start-server.ts';
import { storeCaptures } from '../store-captures.ts';
import { testWith } from './fixture.ts';

export const count = 3_000;
export const dayMs = 86_400_000;

const base = testWith({
  HOOKWELL_PLANS: `{"free":{"requestsPerEndpoint":${2 * count},"days":30}}`,
});

/** A guest whose endpoint has captured thousands of orders. Every 300th speaks of Jürgen in its body alone. */
export const test = base.extend('sender', { scope: 'file' }, async ({ server }) => {
  const guest = await startGuest(server);
  const endpoint = await guest.ask(201, 'POST', '/api/endpoints');
  const now = Date.now();
  const ids = await storeCaptures(
    server,
    endpoint,
    Array.from({ length: count }, (_, n) => ({
      path: `/orders/${n}`,
      body: JSON.stringify({ type: 'order.paid', name: n % 300 === 0 ? 'Jürgen' : 'Anna', n }),
      // The older half came days ago.
      receivedAt: now - (count - n) * 1000 - (n < count / 2 ? 3 * dayMs : 0),
    })),
  );
  return { guest, token: endpoint.token as string, ids };
});

export const filterOf = (page: Page): Locator => page.getByRole('combobox', { name: 'Search' });
export const found = (page: Page): Locator => page.locator('[data-found]');
export const list = (page: Page): Locator => page.locator('[data-scroller="requests"]');
