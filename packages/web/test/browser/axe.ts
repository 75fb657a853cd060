import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of WCAG 2.2 at the levels A and AA, and what axe calls good practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the page as it is now: a line for each place. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Not as a script element: the page's policy allows none.
  await page.evaluate(source);
  const { violations } = await page.evaluate((values): Promise<AxeResults> => {
    // It was defined by the line above.
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    // A menu is a place of its own, like a dialog: axe knows the latter only.
    const regionMatcher = 'dialog, [role=dialog], [role=alertdialog], [role=menu], svg';
    axe.configure({ checks: [{ id: 'region', options: { regionMatcher } }] });
    return axe.run(
      // These hand the focus on in the moment in which they get it: nobody is ever on one.
      { exclude: ['[data-base-ui-focus-guard]'] },
      { runOnly: { type: 'tag', values }, resultTypes: ['violations'] },
    );
  }, tags);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
