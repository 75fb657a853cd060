import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { connection, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';

test('the first view loads less than 155 kB of compressed script, 150 of it by its document', async ({
  visit,
  server,
}) => {
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
  // With the worker of the live stream, and on a slow machine with what comes after the first view.
  expect(scripts.size).toBeGreaterThan(3);
  expect(await compressed([...scripts])).toBeLessThan(155_000);

  // The document names every script of the first view, so that none is found late.
  const html = await (await fetch(server.url)).text();
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path);
  expect(named.length).toBeGreaterThan(3);
  expect([...scripts].map((url) => new URL(url).pathname)).toEqual(expect.arrayContaining(named));
  expect(await compressed(named.map((path) => new URL(path ?? '', server.url).href))).toBeLessThan(
    150_000,
  );
});

async function compressed(urls: readonly string[]): Promise<number> {
  const sizes = urls.map(async (url) => gzipSync(await (await fetch(url)).bytes()).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
