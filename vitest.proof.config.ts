import { defineConfig } from 'vitest/config';

/**
 * The disk that loses what was not synced, and the service on it. These need FUSE and the rights of root, which npm cannot bring; where
 * they are missing they fail.
 */
export default defineConfig({
  test: {
    include: ['packages/proof/test/**/*.fuse.ts'],
    globalSetup: 'packages/server/test/programs/global-setup.ts',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
