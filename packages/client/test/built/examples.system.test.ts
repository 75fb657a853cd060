import { cpSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer, type TestServer } from '../../../server/test/start-server.ts';
import { installedBrowser } from '../../../web/test/browser/installed-browser.ts';
import { credentialsFor } from './credentials.ts';
import { Project, run } from './installed-package.ts';

const examples = join(import.meta.dirname, '../../../../examples');
const vitest = 'node_modules/vitest/vitest.mjs';
const playwright = 'node_modules/@playwright/test/cli.js';

/** A project with an example in it. */
function projectOf(example: string, ...packages: readonly string[]): Project {
  const project = new Project(packages);
  cpSync(join(examples, example), project.folder, { recursive: true });
  return project;
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
async function preparePlaywright(project: Project, spec: string): Promise<Record<string, string>> {
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
       await endpoint.waitFor({ method: 'PUT' });
     }, 8000);
     test('answers with a failure', async ({ endpoint }) => {
       await endpoint.onRequest(() => { throw new Error('the handler failed'); }, { wait: 300 });
       await fetch(endpoint.url, { method: 'POST' });
     });`,
  );
  const { code, output } = await run(project.folder, [process.execPath, vitest, 'run']);
  expect(code).toBe(1);
  expect(output).toMatch(
    /WaitError: No request came within [\d.]+ s that should match method PUT\./,
  );
  expect(output).toContain('✗ method PUT: it was POST');
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
       await endpoint.waitFor({ method: 'PUT' }, { timeout: 500 });
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
  expect(output).toContain('WaitError: No request came within 0.5 s that should match method PUT.');
  expect(output).toContain('✗ method PUT: it was POST');
  expect(output).toContain('Error: the handler failed');
  expect(output).toMatch(/2 failed\n(.*more\.spec\.ts.*\n){2} +2 passed/);
  expect(await endpointsOf(server)).toEqual([]);
});
