import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of WCAG 2.2 at the levels A and AA, and those that axe calls best practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** So often a page is looked at before what is found in it counts. */
const mostLooks = 10;

/**
 * The findings of axe on the present page, a line for each place. On a busy machine a page may still be on its way from one
 * look to another, so only what stays counts.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  let found = await findOnce(page);
  for (let looks = 1; found.length > 0 && looks < mostLooks; looks += 1) {
    await atRest(page);
    found = await findOnce(page);
  }
  return found;
}

async function findOnce(page: Page): Promise<string[]> {
  // The page's policy does not allow a script element.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const { violations } = await page.evaluate((values): Promise<AxeResults> => {
    // The line above defines it.
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    // A menu is a region of its own, like a dialog, but axe only knows that of dialogs.
    const regionMatcher = 'dialog, [role=dialog], [role=alertdialog], [role=menu], svg';
    axe.configure({ checks: [{ id: 'region', options: { regionMatcher } }] });
    return axe.run(
      // These elements pass the focus on at once, so it never stays on one.
      { exclude: ['[data-base-ui-focus-guard]'] },
      {
        runOnly: { type: 'tag', values },
        resultTypes: ['violations'],
        // The findings are told without selectors, and no rule of these looks into style sheets.
        selectors: false,
        preload: false,
      },
    );
  }, tags);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

/** Waits until a change of the look is drawn and nothing moves any more. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await drawn();
    await drawn();
    const running = document.getAnimations().filter(({ effect }) => {
      return effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    });
    // One that is taken back is at rest as well.
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/** Expects no barriers and nothing to scroll sideways, dark on a screen of this width. */
export async function expectNoBarriers(page: Page, width: number): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width, height: 800 });
  await atRest(page);
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}
