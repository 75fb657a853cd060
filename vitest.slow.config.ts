import { defineConfig } from 'vitest/config';
import { OrderOfFiles } from './packages/server/test/programs/order-of-files.ts';
import everything, { inBrowser, postgres, slow } from './vitest.config.ts';

const neighbours = `packages/server/test/neighbours/${slow}`;

/**
 * The proofs of latency, of linear time, of flat memory, and of a good life beside the hostile neighbours that `npm test` leaves out. They
 * measure time, so no more than two run at once.
 */
export default defineConfig({
  test: {
    ...everything.test,
    maxWorkers: 2,
    sequence: { sequencer: OrderOfFiles },
    projects: [
      {
        test: {
          name: 'sqlite',
          include: [`packages/*/test/**/${slow}`],
          exclude: [postgres, inBrowser],
          provide: { store: 'sqlite' },
        },
      },
      {
        test: {
          name: 'postgres',
          include: [`**/postgres${slow}`, neighbours],
          exclude: ['**/sqlite*.test.ts', '**/node_modules/**'],
          provide: { store: 'postgres' },
          globalSetup: 'packages/server/test/postgres/global-setup.ts',
        },
      },
      {
        test: {
          name: 'browser',
          include: [`packages/web/test/browser/${slow}`],
          provide: { store: 'sqlite' },
          globalSetup: 'packages/web/test/browser/global-setup.ts',
        },
      },
    ],
  },
});
