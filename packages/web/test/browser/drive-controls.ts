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
  const path = new URL(page.url()).pathname;
  const used = await page.evaluate(useEach, leading.source);
  for (const done = new Set<string>(); ; ) {
    if (new URL(page.url()).pathname !== path) await page.goto(path);
    await page.locator('main').waitFor();
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

/** It runs in the page. */
async function useEach(leadingSource: string): Promise<string[]> {
  const isLeading = new RegExp(leadingSource, 'i');
  const start = location.pathname;
  const used = new Set<string>();
  let trigger: string | undefined;
  const pause = () => new Promise((resolve) => setTimeout(resolve, 60));
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
  for (;;) {
    if (location.pathname !== start) {
      history.back();
      await pause();
      await pause();
      continue;
    }
    const open = document.querySelector('[role=menu], [role=dialog], [role=alertdialog]');
    const next = [
      ...(open ?? document).querySelectorAll<HTMLElement>(
        'button, [role=menuitem], [role=tab], [role=switch]',
      ),
    ].find(
      (element) =>
        element.checkVisibility() &&
        !element.matches(':disabled, [aria-disabled=true], [data-disabled]') &&
        !isLeading.test(nameOf(element)) &&
        !used.has(nameOf(element)),
    );
    if (next === undefined && open === null) return [...used];
    if (next === undefined) {
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
      (document.activeElement ?? document.body).dispatchEvent(key);
      await pause();
      if (document.contains(open)) (document.activeElement as HTMLElement | null)?.blur();
      await pause();
      continue;
    }
    const name = nameOf(next);
    used.add(name);
    if (next.getAttribute('aria-haspopup') !== null) trigger = name;
    // An entry closes its menu, which has others.
    else if (next.role === 'menuitem' && trigger !== undefined) used.delete(trigger);
    next.focus();
    next.click();
    await pause();
  }
}
