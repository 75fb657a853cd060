import { expect } from 'vitest';
import { password, Visitor } from '../../../server/test/start-server.ts';
import { expectNoBarriers } from './axe.ts';
import { as } from './dashboard-page.ts';
import { test } from './fixture.ts';

test('the audit says in words who did what, a page at a time', async ({ visit, server }) => {
  const account = new Visitor(server);
  await account.ask(201, 'POST', '/api/auth/register', { email: 'audit@example.com', password });
  const ids = Array.from({ length: 120 }, (_, index) => 120 - index);
  const entries = ids.map((id) => ({
    id,
    at: '2026-03-01T12:00:00.000Z',
    by: 'audit@example.com',
    ipAddress: '203.0.113.9',
    ...(id === 1
      ? { action: 'settings.change', subject: 'Shop\u202e (k3v9x0q2)', count: 12 }
      : { action: 'logout' }),
  }));
  const page = await visit('/account', {
    prepare: async (context) => {
      await as(account)(context);
      await context.route('**/api/audit?*', async (route) => {
        const { searchParams, origin } = new URL(route.request().url());
        const before = Number(searchParams.get('before') ?? 1000);
        const shown = entries.filter(({ id }) => id < before).slice(0, 100);
        const last = shown.at(-1)?.id ?? 0;
        const link = `<${origin}/api/audit?limit=100&before=${last}>; rel="next"`;
        await route.fulfill({ json: shown, headers: last > 1 ? { link } : {} });
      });
    },
  });
  await page.goto(new URL('/audit', page.url()).href);
  const rows = page.getByRole('list', { name: 'What was done' }).getByRole('listitem');
  await rows.first().getByText('Logged out').waitFor();
  await expect.poll(() => rows.count()).toBe(100);
  await page.getByRole('button', { name: 'Show older ones' }).click();
  await expect.poll(() => rows.count()).toBe(120);
  // The character that turns text around is shown as its code.
  const last = (await rows.last().textContent()) ?? '';
  expect(last).toContain('Changed the settings of ShopU+202E (k3v9x0q2), 12 times');
  expect(last).toContain('by audit@example.com from 203.0.113.9');
  expect(await page.getByRole('button', { name: 'Show older ones' }).count()).toBe(0);
  await expectNoBarriers(page, 360);

  entries.length = 0;
  await page.reload();
  await page.getByText('Nothing yet.').waitFor();
});
