import { defineConfig } from 'vitest/config';

/** What people install: it is built, packed and installed first, so it is a command of its own. */
export default defineConfig({
  test: {
    include: ['packaging/test/**/*.test.ts'],
    provide: { store: 'postgres' },
    globalSetup: [
      'packaging/test/global-setup.ts',
      'packages/server/test/postgres/global-setup.ts',
    ],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
