import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { samples } from '../../../client/src/samples/index.ts';
import { send, startGuest, withKey } from '../../../server/test/start-server.ts';
import { atRest, findBarriers } from './axe.ts';
import { testWith } from './fixture.ts';

/** A visitor on a paid plan with one empty endpoint, and one that captured requests of well-known senders. */
export const test = testWith({ HOOKWELL_SIGNUP_PLAN: 'plus' }).extend(
  'sender',
  { scope: 'file' },
  async ({ server }) => {
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
  },
);

export interface Look {
  colorScheme: 'light' | 'dark';
  width: number;
}

/** Shows the page in another look, once what that moves has come to rest. */
export async function wear(page: Page, { colorScheme, width }: Look): Promise<void> {
  // Both at once, so that the page is laid out once.
  await Promise.all([
    page.emulateMedia({ colorScheme }),
    page.setViewportSize({ width, height: 800 }),
  ]);
  await atRest(page);
}

/** Expects that nothing has to be scrolled sideways. */
export async function expectWidth(page: Page, width: number, name: string): Promise<void> {
  // A menu moves to its place a moment later.
  const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(scrollWidth, { message: `${name}, ${width} px wide` }).toBe(width);
}

/** Expects that the screen of the page has no barriers in this look, and nothing to scroll sideways. */
export async function expectAccessible(page: Page, name: string, look: Look): Promise<void> {
  await wear(page, look);
  await expectWidth(page, look.width, name);
  const where = `${name}, ${look.colorScheme}, ${look.width} px wide`;
  expect(await findBarriers(page), where).toEqual([]);
}
