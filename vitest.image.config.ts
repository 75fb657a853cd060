import { defineConfig } from 'vitest/config';

/** The image and what is made of it, with real containers: needs Podman, and for the compose file docker-compose. */
export default defineConfig({
  test: {
    include: ['deploy/test/**/*.test.ts'],
    globalSetup: 'deploy/test/build-image.ts',
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 900_000,
  },
});
