import { defineConfig } from 'vitest/config';
import everything, { inBrowser, postgres, slow } from './vitest.config.ts';

const neighbours = `packages/server/test/neighbours/${slow}`;
/** Whoever changes a model or what it models runs it. `npm test` tells where a broken variant is none any more. */
const mutations = `packages/server/test/interleavings/${slow}`;

/**
 * The proofs of linear time, of flat memory, of broken variants that are found, of latency, and of a good life beside the hostile
 * neighbours that `npm test` leaves out. The last two measure how long others wait: nothing runs beside them, and no more than two of them
 * at once.
 */
export default defineConfig({
  test: {
    ...everything.test,
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'sqlite',
          include: [`packages/*/test/**/${slow}`],
          exclude: [postgres, inBrowser, neighbours, mutations],
          provide: { store: 'sqlite' },
        },
      },
      { test: { name: 'mutations', include: [mutations], provide: { store: 'sqlite' } } },
      {
        test: {
          name: 'browser',
          include: [`packages/web/test/browser/${slow}`],
          provide: { store: 'sqlite' },
          globalSetup: 'packages/web/test/browser/global-setup.ts',
        },
      },
      {
        test: {
          name: 'sqlite-alone',
          include: [neighbours],
          provide: { store: 'sqlite' },
        },
      },
      {
        test: {
          name: 'postgres-alone',
          include: [`**/postgres${slow}`, neighbours],
          exclude: ['**/sqlite*.test.ts', '**/node_modules/**'],
          provide: { store: 'postgres' },
          globalSetup: 'packages/server/test/postgres/global-setup.ts',
        },
      },
    ],
  },
});
