import { defineConfig } from 'vitest/config';
import { filesForAnyDatabase } from './packages/server/test/files-by-database.ts';

/** Everything runs once, on SQLite where it needs a database; what needs any database again on PostgreSQL. */
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
          exclude: ['**/postgres*.test.ts'],
          provide: { store: 'sqlite' },
        },
      },
      {
        test: {
          name: 'postgres',
          include: [...filesForAnyDatabase(import.meta.dirname), '**/postgres*.test.ts'],
          exclude: ['**/sqlite*.test.ts', '**/node_modules/**'],
          provide: { store: 'postgres' },
          globalSetup: 'packages/server/test/postgres/global-setup.ts',
        },
      },
    ],
  },
});
