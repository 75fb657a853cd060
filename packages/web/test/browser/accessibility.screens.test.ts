import { expect } from 'vitest';
import { send } from '../../../server/test/start-server.ts';
import { expectAccessible, expectWidth, test, wear } from './accessible-sender.ts';
import { atRest } from './axe.ts';
import { as, listed, rows } from './dashboard-page.ts';
import { lowWindow, outOfReach } from './reach.ts';
import { article, groups, guestScreens } from './screens.ts';

/** In which a screen is brought about. Those of `accessibility.test.ts` are looked at in it. */
const before = { colorScheme: 'light', width: 1280 } as const;
const look = { colorScheme: 'dark', width: 360 } as const;

const tried = [guestScreens, ...groups].map((screens) => ({
  screens,
  names: screens.map(({ name }) => name).join(', '),
}));

test.for(tried)(
  'all in reach and without barriers: $names',
  async ({ screens }, { visit, sender }) => {
    const page = await visit('/docs/contents', {
      // Without motion, nothing is half transparent.
      reducedMotion: 'reduce',
      ...(screens !== guestScreens && { prepare: as(sender.account) }),
    });
    for (const { name, path, ready } of screens) {
      await page.mouse.move(0, 0);
      await wear(page, before);
      const { href } = new URL(typeof path === 'string' ? path : path(sender), page.url());
      await page.goto(href);
      await ready(page, sender);
      await expectAccessible(page, name, look);
      await page.setViewportSize(lowWindow);
      await atRest(page);
      await expectWidth(page, lowWindow.width, name);
      expect(await page.evaluate(outOfReach), `${name}, in a low window`).toEqual([]);
      // The request that was deleted for the message comes back.
      if (name === 'a message') await page.getByRole('button', { name: 'Undo' }).click();
    }
  },
);

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

test('what is chosen, on or unread shows in colours of the system', async ({
  visit,
  sender,
  server,
}) => {
  const page = await visit(`/endpoints/${sender.token}`, {
    forcedColors: 'active',
    prepare: as(sender.account),
  });
  await rows(page, '/bytes').click();
  await article(page).getByRole('tab').first().waitFor();
  await send(server, sender.token, { method: 'POST', path: '/colours' });
  await listed(page, '/colours');
  const isMarked = (element: Element) => getComputedStyle(element).outlineStyle === 'solid';
  const isDrawn = (element: Element) =>
    getComputedStyle(element).backgroundColor !== getComputedStyle(document.body).backgroundColor;
  expect(await rows(page, '/bytes').evaluate(isMarked)).toBe(true);
  expect(await rows(page, '/colours').evaluate(isMarked)).toBe(false);
  for (const selected of [true, false]) {
    const tab = article(page).getByRole('tab', { selected }).first();
    expect(await tab.evaluate(isMarked)).toBe(selected);
  }
  await expect
    .poll(() =>
      rows(page, '/colours').getByText('Unread', { exact: true }).locator('..').evaluate(isDrawn),
    )
    .toBe(true);
  const follow = page.getByRole('switch', { name: 'Follow' });
  expect(await follow.locator('span > span').evaluate(isDrawn)).toBe(true);
  const token = await sender.account.endpoint();
  await sender.account.ask(200, 'PUT', `/api/endpoints/${token}/settings`, { replies: [{}] });
  await send(server, token, { method: 'POST' });
  await page.goto(new URL(`/endpoints/${token}/deliveries`, page.url()).href);
  const outcomes = page.getByRole('group', { name: 'Outcome' });
  expect(await outcomes.locator('label', { hasText: 'All' }).evaluate(isMarked)).toBe(true);
  expect(await outcomes.locator('label', { hasText: 'Open' }).evaluate(isMarked)).toBe(false);

  // Browsers put a background of their own behind other texts: the system's colours would hide these.
  const isAdjusted = (element: Element) =>
    getComputedStyle(element).getPropertyValue('forced-color-adjust') === 'auto';
  await page.goto(new URL('/keys', page.url()).href);
  expect(await page.getByRole('button', { name: 'Create key' }).evaluate(isAdjusted)).toBe(false);
  await page.goto(new URL(`/endpoints/${token}?filter=status%3A200`, page.url()).href);
  expect(await page.locator('[data-marks]').evaluate(isAdjusted)).toBe(false);
});
