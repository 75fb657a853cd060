import { defineConfig } from 'vitest/config';

/** The packages and the executable that people install. Building and installing them comes first, so this is a command of its own. */
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
