import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { npm } from '../../../../packaging/npm.ts';
import { startServer, type TestServer } from '../../../server/test/start-server.ts';
import { installedBrowser } from '../../../web/test/browser/installed-browser.ts';
import { credentialsFor } from './credentials.ts';
import { install, link, run } from './installed-package.ts';

const examples = join(import.meta.dirname, '../../../../examples');
const vitest = 'node_modules/vitest/vitest.mjs';
const playwright = 'node_modules/@playwright/test/cli.js';

/** An example as in a clone that has built its client, installed by npm. `using` removes it. */
function projectOf(example: string, ...others: readonly string[]): Disposable & { folder: string } {
  const clone = mkdtempSync(join(tmpdir(), 'hookwell-example-'));
  const folder = join(clone, 'examples', example);
  install(join(clone, 'packages/client/dist'));
  // A reader's own `node_modules` and lock file are no part of it.
  cpSync(join(examples, example), folder, {
    recursive: true,
    filter: (path) => !/[/\\](?:node_modules|package-lock\.json)$/.test(path),
  });
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // The others would come from the registry.
  for (const name of others) delete manifest.devDependencies[name];
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  npm(folder, ['install', '--offline', '--no-audit', '--no-fund']);
  link(folder, others);
  return {
    folder,
    [Symbol.dispose]: () => rmSync(clone, { recursive: true, force: true }),
  };
}

async function endpointsOf(server: TestServer): Promise<unknown[]> {
  return await server.store.db.selectFrom('endpoint').selectAll().execute();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Adds a test file, and a configuration that starts the installed browser on a free port. */
async function preparePlaywright(
  project: { folder: string },
  spec: string,
): Promise<Record<string, string>> {
  const launchOptions = JSON.stringify({ ...installedBrowser(), chromiumSandbox: false });
  writeFileSync(
    join(project.folder, 'with-browser.config.ts'),
    `import example from './playwright.config.ts';
     const launchOptions = ${launchOptions};
     launchOptions.env = { ...process.env, ...launchOptions.env };
     export default { ...example, workers: 1, use: { ...example.use, launchOptions } };`,
  );
  writeFileSync(join(project.folder, 'more.spec.ts'), spec);
  return { PORT: String(await freePort()) };
}

const runPlaywright = [process.execPath, playwright, 'test', '--config', 'with-browser.config.ts'];

test('the example for Vitest passes, and leaves no endpoint', async () => {
  await using server = await startServer();
  using project = projectOf('vitest', 'vitest', 'zod');
  const environment = await credentialsFor(server);
  const outcome = await run(project.folder, [process.execPath, vitest, 'run'], environment);
  expect(outcome).toMatchObject({ code: 0, output: expect.stringMatching(/Tests\s+5 passed/) });
  expect(await endpointsOf(server)).toEqual([]);
});

test('the fixture for Vitest tells the missed requests before the test runs out of time, and asks for a key', async () => {
  await using server = await startServer();
  using project = projectOf('vitest', 'vitest', 'zod');
  const { HOOKWELL_URL: baseUrl, HOOKWELL_API_KEY: apiKey } = await credentialsFor(server);
  // The example's own tests are given no key.
  writeFileSync(
    join(project.folder, 'more.test.ts'),
    `import { test } from '@hookwell/client/vitest';
     test.override({ hookwellOptions: ${JSON.stringify({ baseUrl, apiKey })} });
     test('waits in vain', async ({ endpoint }) => {
       await fetch(endpoint.url, { method: 'POST' });
       await endpoint.waitFor('method:PUT');
     }, 8000);
     test('answers with a failure', async ({ endpoint }) => {
       await endpoint.onRequest(() => { throw new Error('the handler failed'); }, { wait: 300 });
       await fetch(endpoint.url, { method: 'POST' });
     });`,
  );
  const { code, output } = await run(project.folder, [process.execPath, vitest, 'run']);
  expect(code).toBe(1);
  expect(output).toMatch(
    /WaitError: No request came within [\d.]+ s that should match method:PUT\./,
  );
  expect(output).toContain('✗ method:PUT: it was POST');
  expect(output).toContain('Error: the handler failed');
  expect(output).toContain('An API key is needed: set HOOKWELL_API_KEY, or apiKey in');
  expect(output).toMatch(/Tests\s+7 failed/);
  expect(await endpointsOf(server)).toEqual([]);
});

test('the example for Playwright Test passes in a browser, and the fixture tells the missed requests, too', async () => {
  await using server = await startServer();
  using project = projectOf('playwright', '@playwright/test');
  const { HOOKWELL_URL: baseUrl, HOOKWELL_API_KEY: apiKey } = await credentialsFor(server);
  const environment = await preparePlaywright(
    project,
    `import { test } from '@hookwell/client/playwright';
     test.use({ hookwellOptions: ${JSON.stringify({ baseUrl, apiKey })} });
     test('waits in vain', async ({ endpoint }) => {
       test.setTimeout(5000);
       await fetch(endpoint.url, { method: 'POST' });
       await endpoint.waitFor('method:PUT', { timeout: 500 });
     });
     test('answers with a failure', async ({ endpoint }) => {
       await endpoint.onRequest(() => { throw new Error('the handler failed'); }, { wait: 300 });
       await fetch(endpoint.url, { method: 'POST' });
     });`,
  );
  // The example has its key from the environment.
  Object.assign(environment, { HOOKWELL_URL: baseUrl, HOOKWELL_API_KEY: apiKey });
  const { code, output } = await run(project.folder, runPlaywright, environment);
  expect(code).toBe(1);
  expect(output).toContain('WaitError: No request came within 0.5 s that should match method:PUT.');
  expect(output).toContain('✗ method:PUT: it was POST');
  expect(output).toContain('Error: the handler failed');
  expect(output).toMatch(/2 failed\n(.*more\.spec\.ts.*\n){2} +2 passed/);
  expect(await endpointsOf(server)).toEqual([]);
});
