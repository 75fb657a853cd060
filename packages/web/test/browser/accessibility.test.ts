import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findBarriers } from './axe.ts';
import { test } from './fixture.ts';

/** Every screen, by the address that leads there and what shows that it is there. */
const screens: [name: string, path: string, ready: (page: Page) => Promise<unknown>][] = [
  ['the first visit', '/', (page) => page.getByText('Send the first request').waitFor()],
  ['register', '/register', (page) => page.getByLabel('Email').waitFor()],
  ['log in', '/login', (page) => page.getByLabel('Email').waitFor()],
  ['the account', '/account', (page) => page.getByText('You are a guest').waitFor()],
  ['API keys', '/keys', (page) => page.getByText('Keys come with').waitFor()],
  ['the plan', '/plan', (page) => page.getByRole('columnheader', { name: 'Plus' }).waitFor()],
];

describe.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 360],
  ['dark', 360],
] as const)('%s, %i px wide', (colorScheme, width) => {
  const options = {
    colorScheme,
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
  } as const;
  for (const [name, path, ready] of screens) {
    test(`${name}: no barriers, and nothing to scroll sideways`, async ({ visit }) => {
      const page = await visit(path, options);
      await ready(page);
      expect(await findBarriers(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  }
});
