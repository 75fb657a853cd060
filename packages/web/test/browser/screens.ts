import type { Page } from 'playwright-core';
import { listed } from './dashboard-page.ts';

/** The ids and tokens of a visitor with captured requests. */
export type Sender = { empty: string; token: string; ids: number[] };

/** A screen of the dashboard, and the way to it. */
export interface Screen {
  name: string;
  path: string | ((sender: Sender) => string);
  /** Brings the page to the screen. */
  ready: (page: Page, sender: Sender) => Promise<unknown>;
}

/** The path of one captured request of the sender. */
export const request =
  (index: number, search = '') =>
  ({ token, ids }: Sender) =>
    `/endpoints/${token}/requests/${ids.at(index)}${search}`;
/**
 * The index of a short JSON body with every kind of value. Where a screen does not depend on a body or a list, it stands on
 * a small one, since its test takes as long as it has elements.
 */
const small = 6;
export const article = (page: Page) => page.getByRole('article');

/** These are shown to a new guest without a session, in one page. */
export const guestScreens: Screen[] = [
  {
    name: 'the first visit',
    path: '/',
    ready: (page) => page.getByText('Send the first request').waitFor(),
  },
  {
    name: 'a form with a problem',
    path: '/login',
    ready: async (page) => {
      await page.getByLabel('Email').fill('no email');
      await page.keyboard.press('Enter');
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'a guest',
    path: '/account',
    ready: (page) => page.getByText('You are a guest').waitFor(),
  },
];

/**
 * The others. Those of a group are shown one after the other in one page, which spares a browser's start of a page for each. One
 * with changes that are not saved comes last: the page would ask before it is left.
 */
export const groups: Screen[][] = [
  [
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
      name: 'the plan',
      path: '/plan',
      ready: (page) => page.getByRole('heading', { name: 'Requests kept' }).waitFor(),
    },
    { name: 'all endpoints', path: '/all', ready: (page) => listed(page, '/bytes') },
  ],
  [
    {
      name: 'a filter with suggestions',
      path: ({ token }) => `/endpoints/${token}`,
      ready: async (page) => {
        await listed(page, '/bytes');
        await page.getByRole('combobox', { name: 'Search' }).pressSequentially('method:');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'a filter with a wrong word and a range of time',
      path: ({ token }) => `/endpoints/${token}?filter=status%3A200+received%3E7d`,
      ready: async (page) => {
        await page.getByText(/status is not a field/).waitFor();
        await page.getByText('Correct the search').waitFor();
      },
    },
    {
      name: 'a JSON tree that is searched',
      path: request(small),
      ready: async (page) => {
        await article(page).getByRole('treeitem').first().waitFor();
        await page.keyboard.press('Control+f');
        await page.keyboard.type('"');
        await article(page)
          .getByText(/^1 of /)
          .waitFor();
      },
    },
    {
      name: 'settings with a plan, a fault and suggestions',
      path: ({ token }) => `/endpoints/${token}/settings`,
      ready: async (page) => {
        await page.getByRole('button', { name: /^Redirect/ }).click();
        await page.getByRole('button', { name: 'Steps' }).click();
        await page.getByLabel('Reply to the 1st attempt').fill('sleep');
        await page.getByText('"sleep" is not a step').waitFor();
        await page.getByLabel('Delay').click();
        await page.getByRole('listbox').getByRole('option').first().waitFor();
      },
    },
  ],
  [
    {
      name: 'headers',
      path: request(0, '?tab=headers'),
      ready: (page) => article(page).getByText('content-type').first().waitFor(),
    },
    {
      name: 'a form body',
      path: request(8),
      ready: (page) => article(page).getByText('MessageSid').first().waitFor(),
    },
    {
      name: 'hex',
      path: request(-1),
      ready: (page) => article(page).getByText('00000010').first().waitFor(),
    },
    {
      name: 'a menu',
      path: request(small, '?tab=query'),
      ready: async (page) => {
        await article(page).getByRole('button', { name: 'Copy', exact: true }).click();
        await page.getByRole('menu').waitFor();
      },
    },
  ],
  [
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
      path: ({ empty }) => `/endpoints/${empty}`,
      ready: async (page) => {
        await page.getByText('Send the first request').waitFor();
        await page.keyboard.press('Control+K');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'shortcuts',
      path: ({ empty }) => `/endpoints/${empty}`,
      ready: async (page) => {
        await page.getByText('Send the first request').waitFor();
        await page.keyboard.press('?');
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'settings for signatures of a scheme of their own',
      path: ({ token }) => `/endpoints/${token}/settings?verify=custom`,
      ready: async (page) => {
        await page.getByLabel('What is signed').fill('{timestamp}.{body}');
        await page.getByText('needs a header with the time').waitFor();
      },
    },
  ],
  [
    {
      name: 'a message',
      path: request(small, '?tab=query'),
      ready: async (page) => {
        await article(page).getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('button', { name: 'Undo' }).waitFor();
      },
    },
    {
      name: 'settings without a reply',
      path: ({ token }) => `/endpoints/${token}/settings`,
      ready: (page) => page.getByText('no reply matches').waitFor(),
    },
    {
      name: 'two requests compared',
      path: ({ ids }) => `/compare/${ids[0]}/${ids[1]}`,
      ready: (page) => page.getByRole('heading', { name: 'Body' }).waitFor(),
    },
  ],
  [
    {
      name: 'sending again',
      path: ({ ids }) => `/resend?id=${ids[0]}`,
      ready: (page) => page.getByLabel('URL', { exact: true }).waitFor(),
    },
    {
      name: 'a page of the documentation',
      path: '/docs/as-code',
      ready: (page) => page.getByRole('heading', { name: 'Endpoints as code' }).waitFor(),
    },
    {
      name: 'an unknown endpoint',
      path: '/endpoints/nobodys',
      ready: (page) => page.getByText('not one of your endpoints').waitFor(),
    },
    {
      name: 'settings as JSON',
      path: ({ token }) => `/endpoints/${token}/settings`,
      ready: async (page) => {
        await page.getByRole('tab', { name: 'JSON' }).click();
        await page.getByLabel('Settings as JSON').fill('{"delivery": "nothing"}');
        await page.getByRole('button', { name: /nothing is not a field/ }).waitFor();
      },
    },
  ],
];
