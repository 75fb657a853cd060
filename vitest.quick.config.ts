import { defineConfig } from 'vitest/config';
import { filesOnTheirOwn } from './packages/server/test/files-by-need.ts';
import everything from './vitest.config.ts';

/** The tests for the desk: everything that needs no server, and the core of the service on SQLite. */
export default defineConfig({
  test: {
    ...everything.test,
    // These tests start no program.
    globalSetup: [],
    projects: [
      {
        test: {
          name: 'quick',
          include: [
            ...filesOnTheirOwn(import.meta.dirname),
            'packages/server/test/{receive/receive,receive/fidelity,requests/routes,live/live-stream}.test.ts',
            'packages/server/test/{accounts/registration-and-login,credentials/*,endpoints/endpoints}.test.ts',
          ],
          exclude: ['**/postgres*.test.ts', 'packages/web/test/browser/**', '**/built/**'],
          isolate: false,
          provide: { store: 'sqlite' },
        },
      },
    ],
  },
});
