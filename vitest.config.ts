import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { bundledThreads } from './packages/server/test/programs/bundled-threads.ts';

/*
 * The name of a test file says which command runs it, and on which database. CONTRIBUTING.md has the table.
 */
const inServer = 'packages/server/test';
const inBrowser = 'packages/web/test/browser';
const startsPostgres = `${inServer}/postgres/global-setup.ts`;
const startsBrowser = `${inBrowser}/global-setup.ts`;
const severalNodes = `${inServer}/{nodes,outages}/**/*.test.ts`;
/** Each has a command of its own. */
const later = ['**/*.{system,screens}.test.ts', severalNodes];

// Workers, and the programs that tests start, load the same files: Node keeps the code that it compiled from them. With
// workers that take one file after the other (`isolate`), that halves the processor time of the tests.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/hookwell-tests');

const shared = {
  isolate: false,
  setupFiles: 'packages/core/test/fixed-seed.ts',
  // Workers keep the modules that they loaded. A large heap is collected less often: a seventh less processor time.
  execArgv: ['--initial-heap-size=400', '--min-semi-space-size=16', '--max-semi-space-size=32'],
};
/** Most of their time, files without a browser wait: five at once leave a quarter of two processors unused. */
const waiting = { ...shared, maxWorkers: 6, sequence: { groupOrder: 1 } };
/** They kill processes, or build packages, and come last. */
const rough = { ...shared, maxWorkers: 4, sequence: { groupOrder: 2 } };

const plugins = [bundledThreads()];

export default defineConfig({
  test: {
    // Four files in a browser keep two processors busy.
    maxWorkers: 4,
    // These end what hangs, and are no promise: a busy machine takes several times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: `${inServer}/programs/global-setup.ts`,
    projects: [
      {
        plugins,
        test: {
          ...waiting,
          name: 'sqlite',
          include: ['packages/*/test/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: ['**/postgres-*', `${inBrowser}/**`, ...later],
          provide: { store: 'sqlite' },
        },
      },
      {
        plugins,
        test: {
          ...waiting,
          name: 'postgres',
          include: ['packages/*/test/**/{*.both,postgres-*}.test.ts'],
          exclude: later,
          provide: { store: 'postgres' },
          globalSetup: startsPostgres,
        },
      },
      {
        plugins,
        test: {
          ...shared,
          name: 'browser',
          include: [`${inBrowser}/**/*.test.ts`],
          exclude: later,
          provide: { store: 'sqlite' },
          globalSetup: startsBrowser,
        },
      },
      {
        plugins,
        test: {
          ...waiting,
          name: 'postgres-again',
          include: ['packages/*/test/**/*.again.test.ts', severalNodes],
          provide: { store: 'postgres' },
          globalSetup: startsPostgres,
        },
      },
      {
        plugins,
        test: {
          ...shared,
          name: 'screens',
          include: [`${inBrowser}/**/*.screens.test.ts`],
          provide: { store: 'sqlite' },
          globalSetup: startsBrowser,
        },
      },
      {
        plugins,
        test: {
          ...rough,
          name: 'system',
          include: ['{packages/*/test,tests}/**/*.system.test.ts', 'packaging/test/**/*.test.ts'],
          exclude: ['**/postgres-*'],
          provide: { store: 'sqlite' },
          globalSetup: ['packaging/test/global-setup.ts', startsPostgres],
        },
      },
      {
        plugins,
        test: {
          ...rough,
          name: 'postgres-system',
          include: ['packages/*/test/**/postgres-*.system.test.ts'],
          provide: { store: 'postgres' },
          globalSetup: startsPostgres,
        },
      },
    ],
  },
});
