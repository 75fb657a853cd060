import type { Page } from 'playwright-core';

/** Controls whose use would lead away from the page: another account, another document, the end of the session. */
const leading =
  /account and settings|^Log out|^Team:|^Your own endpoints|documentation|^docs|Send again/i;

/**
 * Uses every control of the present page once, and those of its menus and dialogs: buttons, tabs, switches, and all that the
 * list of commands offers.
 * @returns the names of what was used
 */
export async function driveControls(page: Page): Promise<string[]> {
  const { href, pathname: path } = new URL(page.url());
  let used: string[] = [];
  for (let isDone = false; !isDone; ) {
    ({ used, isDone } = await page.evaluate(useEach, { leading: leading.source, before: used }));
    if (!isDone) await page.goto(href);
    await page.getByRole('main').locator('h1').first().waitFor({ state: 'attached' });
  }
  for (const done = new Set<string>(); ; ) {
    if (new URL(page.url()).pathname !== path) await page.goto(href);
    await page.getByRole('main').locator('h1').first().waitFor({ state: 'attached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    const options = await page.getByRole('option').allInnerTexts();
    const names = options.map((text) => text.split('\n')[0] ?? '');
    const index = names.findIndex((name) => !leading.test(name) && !done.has(name));
    if (index < 0) {
      await page.keyboard.press('Escape');
      return [...used, ...done];
    }
    done.add(names[index] ?? '');
    await page.getByRole('option').nth(index).click();
    await page.keyboard.press('Escape');
  }
}

interface Use {
  used: string[];
  /** Whether nothing is left; else the page was left by what was used last. */
  isDone: boolean;
}

/** It runs in the page. */
async function useEach(known: { leading: string; before: string[] }): Promise<Use> {
  const isLeading = new RegExp(known.leading, 'i');
  const start = location.pathname;
  const used = new Set(known.before);
  let trigger: string | undefined;
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
  const isUsable = (element: Element) =>
    element.checkVisibility() &&
    !element.matches(':disabled, [aria-disabled=true], [data-disabled]') &&
    !isLeading.test(nameOf(element)) &&
    !used.has(nameOf(element));
  for (;;) {
    if (location.pathname !== start) return { used: [...used], isDone: false };
    const open = document.querySelector('[role=menu], [role=dialog], [role=alertdialog]');
    const controls = (open ?? document).querySelectorAll<HTMLElement>(
      'button, [role=menuitem], [role=tab], [role=switch]',
    );
    const next = [...controls].find(isUsable);
    if (next === undefined && open === null) return { used: [...used], isDone: true };
    if (next === undefined) {
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
      (document.activeElement ?? document.body).dispatchEvent(key);
      for (let look = 0; look < 20 && document.contains(open); look++) await pause();
      continue;
    }
    const name = nameOf(next);
    used.add(name);
    if (next.hasAttribute('aria-haspopup')) trigger = name;
    // An entry closes its menu, which has others.
    else if (next.role === 'menuitem' && trigger !== undefined) used.delete(trigger);
    next.focus();
    next.click();
    await pause();
  }
}
