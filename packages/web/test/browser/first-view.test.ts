import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { connection, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

test('the first view loads less than 150 kB of compressed script', async ({ visit, server }) => {
  const scripts = new Set<string>();
  const page = await visit('/', {
    prepare: async (context) => {
      context.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.add(request.url());
      });
    },
  });
  await shownUrl(page);
  await connection(page, 'live');
  await page.getByRole('switch', { name: 'Keep X- headers' }).waitFor();
  const sizes = await Promise.all(
    [...scripts].map(async (url) => gzipSync(await (await fetch(url)).bytes()).length),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(sizes.length).toBeGreaterThan(3);
  expect(total).toBeLessThan(150_000);

  // The document names every script of the first view, so that none is found late.
  const html = await (await fetch(server.url)).text();
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path);
  expect(named.length).toBeGreaterThan(3);
  expect([...scripts].map((url) => new URL(url).pathname)).toEqual(expect.arrayContaining(named));
});
