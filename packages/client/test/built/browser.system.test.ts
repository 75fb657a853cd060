import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { startServer } from '../../../server/test/start-server.ts';
import { installedBrowser } from '../../../web/test/browser/installed-browser.ts';
import { credentialsFor } from './credentials.ts';
import { Project } from './installed-package.ts';

/** Serves the modules of the package, and an empty page at any other address. `await using` ends it. */
async function startPages(folder: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(({ url = '' }, response) => {
    if (!url.endsWith('.js')) {
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    }
    const module = readFileSync(join(folder, new URL(url, 'http://pages').pathname));
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(module);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('the built package serves a page of another origin, without any bundler', async () => {
  await using server = await startServer();
  const { HOOKWELL_URL, HOOKWELL_API_KEY } = await credentialsFor(server);
  using project = new Project();
  await using pages = await startPages(project.package);
  const browser = await chromium.launch({ ...installedBrowser(), chromiumSandbox: false });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(pages.url);
    const [baseUrl, apiKey] = [JSON.stringify(HOOKWELL_URL), JSON.stringify(HOOKWELL_API_KEY)];
    const result = await page.evaluate(`(async () => {
      const { HookwellClient, WaitError } = await import('/index.js');
      const { samples } = await import('/samples/index.js');
      const hookwell = new HookwellClient({ baseUrl: ${baseUrl}, apiKey: ${apiKey} });
      const endpoint = await hookwell.temporaryEndpoint();
      try {
        const waiting = endpoint.waitFor('method:PUT json.big=820982911946154508');
        await fetch(endpoint.url + '/a?b=c', { method: 'PUT', body: '{"big":820982911946154508}' });
        const { path, queryParams } = await waiting;
        const error = await endpoint.waitFor('method:GET', { timeout: 0 }).catch((e) => e);
        const isExplained = error instanceof WaitError && error.message.includes('it was PUT');
        await endpoint.expectNone('method:GET', { for: 100 });
        return { path, queryParams, isExplained, samples: samples.length > 0 };
      } finally {
        await endpoint[Symbol.asyncDispose]();
      }
    })()`);
    expect(result).toEqual({
      path: '/a',
      queryParams: { b: 'c' },
      isExplained: true,
      samples: true,
    });
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});
