import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** What is open in front of the page. */
const opened = '[role=menu], [role=dialog], [role=alertdialog]';

/** The menu of the account leads away from the page: to others, to the end of the session. */
const leading = /account and settings/i;

/**
 * Uses every control of the present page once, and those of its menus and dialogs: buttons, tabs, switches.
 * @returns the names of what was used
 */
export async function driveControls(page: Page): Promise<string[]> {
  const href = page.url();
  const loading = new Set<Request>();
  // The end of the script of a shared worker is never told.
  const isPart = (request: Request) =>
    request.resourceType() === 'script' && !request.url().includes('worker');
  page.on('request', (request) => isPart(request) && loading.add(request));
  page.on('requestfinished', (request) => loading.delete(request));
  page.on('requestfailed', (request) => loading.delete(request));
  let used: string[] = [];
  for (;;) {
    const use = await page.evaluate(useEach, {
      ...{ leading: leading.source, opened, before: used },
    });
    const isMore = use.used.length > used.length;
    used = use.used;
    if (use.isDone) {
      // A dialog whose part is still being loaded shows a moment later.
      await expect.poll(() => loading.size, { timeout: 60_000 }).toBe(0);
      await page.waitForTimeout(100);
      if (!isMore && (await page.locator(opened).count()) === 0) return used;
    } else {
      await page.goto(href);
      await page.getByRole('main').locator('h1').first().waitFor({ state: 'attached' });
    }
  }
}

/** The names of all that the list of commands offers at the present page. */
export async function offeredCommands(page: Page): Promise<string[]> {
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
  const options = await page.getByRole('option').allInnerTexts();
  await page.keyboard.press('Escape');
  return options.map((text) => text.split('\n')[0] ?? '');
}

interface Use {
  used: string[];
  /** Whether nothing is left; else the page was left by what was used last. */
  isDone: boolean;
}

/** It runs in the page. */
async function useEach(known: { leading: string; opened: string; before: string[] }): Promise<Use> {
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
    const open = document.querySelector(known.opened);
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
    // A menu is loaded when it is first opened, and a busy machine shows it late.
    const isOpening = () =>
      next.isConnected &&
      next.hasAttribute('aria-haspopup') &&
      !document.querySelector(known.opened);
    for (let look = 0; look < 200 && isOpening(); look++) await pause();
  }
}
