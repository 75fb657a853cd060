import { describe, expect } from 'vitest';
import { samples } from '../../../client/src/samples/index.ts';
import { send, startGuest, withKey } from '../../../server/test/start-server.ts';
import { findBarriers } from './axe.ts';
import { as, listed, rows } from './dashboard-page.ts';
import { test as base } from './fixture.ts';
import { article, request, screens } from './screens.ts';

/** A visitor on a paid plan with one empty endpoint, and one that captured requests of well-known senders. */
const test = base
  .override('environment', { HOOKWELL_SIGNUP_PLAN: 'plus' })
  .extend('sender', { scope: 'file' }, async ({ server }) => {
    const account = await startGuest(server);
    const email = 'accessible@example.com';
    await account.ask(201, 'POST', '/api/auth/register', {
      email,
      password: 'correct horse battery',
    });
    await withKey(account);
    const empty = await account.endpoint();
    const token = await account.endpoint();
    const ids: number[] = [];
    for (const { method, query, headers, body } of samples) {
      const init = {
        method,
        path: query,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
      };
      ids.push((await send(server, token, { ...init, ...(body !== '' && { body }) })).id);
    }
    ids.push(
      (
        await send(server, token, {
          method: 'PUT',
          path: '/bytes',
          body: Uint8Array.from({ length: 400 }, (_, n) => n % 256),
        })
      ).id,
    );
    return { account, empty, token, ids };
  });

describe.each([
  ['light', 1280],
  ['dark', 360],
] as const)('%s, %i px wide', (colorScheme, width) => {
  const viewport = { width, height: 800 };
  test.for(screens)(
    '$name: no barriers, and nothing to scroll sideways',
    async (screen, { visit, sender }) => {
      const { name, path, isGuest, ready } = screen;
      const page = await visit(typeof path === 'string' ? path : path(sender), {
        colorScheme,
        viewport,
        // Without motion, nothing is half transparent.
        reducedMotion: 'reduce',
        ...(!isGuest && { prepare: as(sender.account) }),
      });
      await ready(page, sender);
      expect(await findBarriers(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      // The request that was deleted for the message comes back.
      if (name === 'a message') await page.getByRole('button', { name: 'Undo' }).click();
    },
  );
});

test('the colours of the other theme and width are right as well', async ({ visit, sender }) => {
  for (const [colorScheme, width] of [
    ['dark', 1280],
    ['light', 360],
  ] as const) {
    const viewport = { width, height: 800 };
    const page = await visit(request(0)(sender), {
      colorScheme,
      viewport,
      prepare: as(sender.account),
    });
    await article(page).getByRole('treeitem').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(new URL('/keys', page.url()).href);
    await page
      .getByRole('button', { name: /Delete the key/ })
      .first()
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
  }
});

test('visitors who want less motion get none', async ({ visit, sender, server }) => {
  const page = await visit(`/endpoints/${sender.token}`, {
    reducedMotion: 'reduce',
    prepare: as(sender.account),
  });
  await listed(page, '/bytes');
  await send(server, sender.token, { method: 'POST', path: '/arrives' });
  await listed(page, '/arrives');
  const running = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1).length,
  );
  expect(running).toBe(0);
});

test('at 360 px the list and the request are screens of their own', async ({ visit, sender }) => {
  const page = await visit(`/endpoints/${sender.token}`, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    prepare: as(sender.account),
  });
  await rows(page, '/bytes').tap();
  await article(page).waitFor();
  expect(await rows(page, '/bytes').isVisible()).toBe(false);
  await page
    .getByRole('link', { name: /back|requests/i })
    .or(page.getByRole('button', { name: /back|requests/i }))
    .first()
    .tap();
  await rows(page, '/bytes').waitFor();
});
