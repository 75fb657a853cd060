import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { samples } from '../../../client/src/samples/index.ts';
import { send, startGuest, withKey } from '../../../server/test/start-server.ts';
import { findBarriers } from './axe.ts';
import { as, listed, rows } from './dashboard-page.ts';
import { test as base } from './fixture.ts';

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

type Sender = { empty: string; token: string; ids: number[] };

interface Screen {
  name: string;
  path: string | ((sender: Sender) => string);
  /** Whether the visitor is a new guest without a session. */
  isGuest?: boolean;
  /** Brings the page to the screen. */
  ready: (page: Page, sender: Sender) => Promise<unknown>;
}

const request =
  (index: number, search = '') =>
  ({ token, ids }: Sender) =>
    `/endpoints/${token}/requests/${ids.at(index)}${search}`;
const article = (page: Page) => page.getByRole('article');

const screens: Screen[] = [
  {
    name: 'the first visit',
    path: '/',
    isGuest: true,
    ready: (page) => page.getByText('Send the first request').waitFor(),
  },
  {
    name: 'register',
    path: '/register',
    isGuest: true,
    ready: (page) => page.getByLabel('Email').waitFor(),
  },
  {
    name: 'a form with a problem',
    path: '/login',
    isGuest: true,
    ready: async (page) => {
      await page.getByLabel('Email').fill('no email');
      await page.keyboard.press('Enter');
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'a guest',
    path: '/account',
    isGuest: true,
    ready: (page) => page.getByText('You are a guest').waitFor(),
  },
  {
    name: 'a guest without keys',
    path: '/keys',
    isGuest: true,
    ready: (page) => page.getByText('Keys come with').waitFor(),
  },
  {
    name: 'the account',
    path: '/account',
    ready: (page) => page.getByText('Change the password').waitFor(),
  },
  {
    name: 'API keys',
    path: '/keys',
    ready: (page) => page.getByRole('button', { name: 'Delete the key test' }).waitFor(),
  },
  {
    name: 'a new key',
    path: '/keys',
    ready: async (page) => {
      await page.getByLabel('Name').fill('another');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'the plan',
    path: '/plan',
    ready: (page) => page.getByRole('columnheader', { name: 'Plus' }).waitFor(),
  },
  {
    name: 'the list',
    path: ({ token }) => `/endpoints/${token}`,
    ready: (page) => listed(page, '/bytes'),
  },
  { name: 'all endpoints', path: '/all', ready: (page) => listed(page, '/bytes') },
  {
    name: 'a filter with suggestions',
    path: ({ token }) => `/endpoints/${token}`,
    ready: async (page) => {
      await listed(page, '/bytes');
      await page.getByRole('combobox', { name: 'Filter' }).pressSequentially('method:');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'a JSON tree',
    path: request(0),
    ready: (page) => article(page).getByRole('treeitem').first().waitFor(),
  },
  {
    name: 'the indented JSON',
    path: request(0),
    ready: async (page) => {
      await article(page).getByRole('button', { name: 'Pretty' }).click();
      await article(page).getByText('"object"').first().waitFor();
    },
  },
  {
    name: 'headers',
    path: request(0, '?tab=headers'),
    ready: (page) => article(page).getByText('content-type').first().waitFor(),
  },
  {
    name: 'a query',
    path: request(-2, '?tab=query'),
    ready: (page) => article(page).getByRole('tabpanel', { name: 'Query' }).waitFor(),
  },
  {
    name: 'a form body',
    path: request(8),
    ready: (page) => article(page).getByText('MessageSid').first().waitFor(),
  },
  {
    name: 'XML',
    path: request(11),
    ready: (page) => article(page).getByText('Envelope').first().waitFor(),
  },
  {
    name: 'hex',
    path: request(-1),
    ready: (page) => article(page).getByText('00000010').first().waitFor(),
  },
  {
    name: 'a menu',
    path: request(0),
    ready: async (page) => {
      await article(page).getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'a question',
    path: ({ token }) => `/endpoints/${token}`,
    ready: async (page) => {
      await page.getByRole('button', { name: /^Endpoint: / }).click();
      await page.getByRole('menuitem', { name: /Delete endpoint/ }).click();
      await page.getByRole('button', { name: 'Delete endpoint' }).waitFor();
    },
  },
  {
    name: 'a test request',
    path: ({ empty }) => `/endpoints/${empty}`,
    ready: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Send a test request' }).click();
      await page.getByLabel('Begin with').waitFor();
    },
  },
  {
    name: 'commands',
    path: ({ token }) => `/endpoints/${token}`,
    ready: async (page) => {
      await listed(page, '/bytes');
      await page.keyboard.press('Control+K');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'shortcuts',
    path: ({ token }) => `/endpoints/${token}`,
    ready: async (page) => {
      await listed(page, '/bytes');
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'a message',
    path: request(0),
    ready: async (page) => {
      await article(page).getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  {
    name: 'two requests compared',
    path: ({ ids }) => `/compare/${ids[0]}/${ids[1]}`,
    ready: (page) => page.getByRole('heading', { name: 'Body' }).waitFor(),
  },
  {
    name: 'sending again',
    path: ({ ids }) => `/resend?id=${ids[0]}`,
    ready: (page) => page.getByLabel('Address').waitFor(),
  },
  {
    name: 'what is not there',
    path: '/endpoints/nobodys',
    ready: (page) => page.getByText('not among yours').waitFor(),
  },
];

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
