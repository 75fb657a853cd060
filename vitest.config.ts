import { defineConfig } from 'vitest/config';
import { filesForAnyDatabase } from './packages/server/test/files-by-database.ts';

const inBrowser = 'packages/web/test/browser/**/*.test.ts';

/** Tests of programs that know a service over HTTP alone: its database makes no difference to them. */
const overHttp = [
  'packages/web/test/**',
  'packages/cli/test/{forwarding,mcp,requests,sending,service}/**',
  'packages/client/test/**',
];

/**
 * Everything runs once, on SQLite if it needs a database; tests that depend on the database run again on PostgreSQL.
 * The dashboard is tested in a real browser.
 */
export default defineConfig({
  test: {
    // Real servers, real files and killed processes: more than two at once only get in each other's way.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        test: {
          name: 'sqlite',
          include: ['packages/*/test/**/*.test.ts'],
          exclude: ['**/postgres*.test.ts', inBrowser],
          provide: { store: 'sqlite' },
        },
      },
      {
        test: {
          name: 'postgres',
          include: [...filesForAnyDatabase(import.meta.dirname), '**/postgres*.test.ts'],
          exclude: ['**/sqlite*.test.ts', ...overHttp, '**/node_modules/**'],
          provide: { store: 'postgres' },
          globalSetup: 'packages/server/test/postgres/global-setup.ts',
        },
      },
      {
        test: {
          name: 'browser',
          include: [inBrowser],
          provide: { store: 'sqlite' },
          globalSetup: 'packages/web/test/browser/global-setup.ts',
        },
      },
    ],
  },
});
