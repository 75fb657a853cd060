import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { Visitor } from '../../../server/test/start-server.ts';

/** Words and places of the dashboard that many tests use. */

/** Waits for the receive URL in the bar above every screen and gives it. */
export async function shownUrl(page: Page): Promise<string> {
  const url = await page.getByRole('banner').getByText('/wh/').textContent();
  return url ?? '';
}

/** Waits until the page shows this state of its connection. */
export async function connection(
  page: Page,
  state: 'live' | 'reconnecting',
  timeout = 60_000,
): Promise<void> {
  await page.locator(`[role="status"][data-state="${state}"]`).waitFor({ timeout });
}

/** Fills in and sends the form for registering or logging in on the present page. */
export async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form button[type="submit"]').click();
}

/** Chooses an entry of the account menu. */
export async function chooseOfAccount(page: Page, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /account and settings/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Chooses an entry of the endpoint menu. */
export async function chooseOfEndpoints(page: Page, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Endpoint: / }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** The rows of the list of requests, or those with this text. */
export function rows(page: Page, text?: string): Locator {
  const all = page.getByRole('region', { name: 'Requests' }).locator('[data-request]');
  return text === undefined ? all : all.filter({ hasText: text });
}

/** Waits until the list shows a request with this text, and gives the number of such requests. */
export async function listed(page: Page, text: string): Promise<number> {
  await rows(page, text).first().waitFor();
  return await rows(page, text).count();
}

/** Gives the session of an API client to the browser. It is meant for `prepare` of a visit. */
export function as(visitor: Visitor): (context: BrowserContext) => Promise<void> {
  const [name = '', value = ''] = visitor.cookie?.split('=') ?? [];
  return (context) => context.addCookies([{ name, value, url: visitor.server.url }]);
}

/** The text that was copied last. It is pasted, which works without the clipboard of secure pages. */
export async function pasted(page: Page): Promise<string> {
  const focused = await page.evaluateHandle(() => document.activeElement);
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.id = 'pasted';
    document.body.append(field);
    field.focus();
  });
  await page.keyboard.press('Control+V');
  const text = await page.locator('#pasted').inputValue();
  await focused.evaluate((element) => {
    document.querySelector('#pasted')?.remove();
    if (element instanceof HTMLElement) element.focus();
  });
  return text;
}

/** Waits until the page has loaded all its parts into the browser's cache, which it does while it is idle. */
export async function partsLoaded(page: Page): Promise<void> {
  const answer = await page.waitForResponse(/\/parts\.json$/);
  const parts: string[] = await answer.json();
  await page.waitForResponse((response) => response.url().endsWith(parts.at(-1) ?? ''));
}
