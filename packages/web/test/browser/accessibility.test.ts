import { expectAccessible, test } from './accessible-sender.ts';
import { as } from './dashboard-page.ts';
import { groups, guestScreens } from './screens.ts';

/** All screens, in the other theme and on a narrow page, have `accessibility.screens.test.ts`. */
const look = { colorScheme: 'light', width: 1280 } as const;
const main = [
  'the first visit',
  'the list',
  'a JSON tree that is searched',
  'settings without a reply',
  'the plan',
];

test('the main screens have no barriers', async ({ visit, sender }) => {
  // Without motion, nothing is half transparent.
  const options = { reducedMotion: 'reduce' } as const;
  const guest = await visit('/docs/contents', options);
  const user = await visit('/docs/contents', { ...options, prepare: as(sender.account) });
  for (const screen of [...guestScreens, ...groups.flat()]) {
    const { name, path, ready } = screen;
    if (!main.includes(name)) continue;
    const page = guestScreens.includes(screen) ? guest : user;
    const { href } = new URL(typeof path === 'string' ? path : path(sender), page.url());
    await page.goto(href);
    await ready(page, sender);
    await expectAccessible(page, name, look);
  }
});
