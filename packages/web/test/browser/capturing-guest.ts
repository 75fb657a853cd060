import type { Page } from 'playwright-core';
import { send, startGuest, type Visitor } from '../../../server/test/start-server.ts';
import { test as base } from './fixture.ts';

/** A guest with an endpoint, and a way to make it capture so many requests. */
export const test = base.extend('sender', async ({ server }) => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const capture = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1)
      await send(server, token, { method: 'POST', path: `/number-${sent}` });
  };
  return { guest, token, capture };
});

/** Chooses to delete all requests, in the menu of its list. */
export async function chooseClear(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for this list' }).click();
  await page.getByRole('menuitem', { name: /Delete all requests/ }).click();
}

/** The question before that. */
export const clearing = (page: Page, count: string) =>
  page.getByRole('alertdialog', { name: `Delete ${count}?` });

/** How many of the guest's requests the service has. */
export const stored = async (guest: Visitor) =>
  (await guest.ask(200, 'GET', '/api/requests')).length;
export const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });
