import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { filesForAnyDatabase } from './packages/server/test/files-by-need.ts';
import { bundledThreads } from './packages/server/test/programs/bundled-threads.ts';
import { OrderOfFiles } from './packages/server/test/programs/order-of-files.ts';

export const inBrowser = 'packages/web/test/browser/**/*.test.ts';
export const postgres = '**/postgres*.test.ts';
/** The names of files that `vitest.slow.config.ts` runs. */
export const slow = '*.slow.test.ts';
/** They measure how long others wait, so they run after all other files, two at once. */
const neighbours = 'packages/server/test/neighbours/*.test.ts';
const inTheEnd = { maxWorkers: 2, sequence: { groupOrder: 2 } };
/**
 * Files without a browser wait for most of their time: for servers, killed processes, time limits. Each has three tenths of a processor
 * on average: five at once leave a quarter of two processors unused.
 */
const mostlyWaiting = { maxWorkers: 6, sequence: { groupOrder: 1 } };

/** Tests of programs that know a service over HTTP alone: its database makes no difference to them. */
const overHttp = [
  'packages/web/test/**',
  'packages/cli/test/{archives,captured-requests,forwarding,mcp,requests,sending,service,signatures}/**',
  'packages/client/test/**',
];

/**
 * Tests of what happens on connections and in streams before or after the database is asked, of the match language in lists and
 * of answers as one node gives them, of the bounds of readers and of explanations, of the refusals that all routes share, and of the
 * words of operator commands. What these do to a database of either kind is tested in `server/test/capture-log`, `server/test/answers`,
 * `server/test/nodes`, `server/test/operator` and `server/test/billing`.
 */
const besideTheDatabase = [
  'packages/cli/test/{account,audit,billing,completion,endpoints,key,terminal}.test.ts',
  'packages/server/test/accounts/attempt-limit.test.ts',
  'packages/server/test/answers/answers.test.ts',
  'packages/server/test/connections/**',
  'packages/server/test/contracts/{documents,judge,stored-finding}.test.ts',
  'packages/server/test/audit/every-operation.test.ts',
  'packages/server/test/credentials/{every-role,every-route}.test.ts',
  'packages/server/test/home/**',
  'packages/server/test/live/{filtered-streams,hub,match,stalled-streams,stream-connection,stream-limits}.test.ts',
  'packages/server/test/refusal-log/seen.test.ts',
  'packages/server/test/requests/{heavy-reads,match}.test.ts',
  'packages/server/test/shapes/schemas.test.ts',
  'packages/server/test/shares/{hidden,shown}.test.ts',
  'packages/server/test/single-sign-on/log-in.test.ts',
  'packages/server/test/replies/{answers,faults,handshakes,overload,stop,waiting}.test.ts',
  'packages/server/test/signatures/{door,explanations-at-stop}.test.ts',
  'packages/server/test/single-sign-on/{addresses,identity,lies,provider}.test.ts',
  'packages/server/test/tunnel/**',
  'packages/server/test/receive/{one-byte-chunks,pipelining,refusals,refused-uploads,unfinished-uploads}.test.ts',
];

// Workers, and the programs that tests start, load the same files: Node keeps the code that it compiled from them. With
// workers that take one file after the other (`isolate`), that halves the processor time of the tests.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/hookwell-tests');

// Workers keep the modules that they loaded. In a large heap these are looked at less often, for a seventh less processor time.
const execArgv = [
  '--initial-heap-size=400',
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
];

const plugins = [bundledThreads()];

/**
 * Everything runs once, on SQLite if it needs a database; tests that depend on the database run again on PostgreSQL.
 * The dashboard is tested in a real browser.
 */
export default defineConfig({
  test: {
    // Of the files in a browser, which keep two processors busy. With five, these spend their time on changing between them, and the
    // whole takes half as long again.
    maxWorkers: 4,
    // It ends what hangs. Nothing is said about time by it: a busy machine takes several times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: OrderOfFiles },
    globalSetup: 'packages/server/test/programs/global-setup.ts',
    projects: [
      {
        plugins,
        test: {
          name: 'sqlite',
          isolate: false,
          execArgv,
          ...mostlyWaiting,
          include: ['packages/*/test/**/*.test.ts'],
          exclude: [postgres, inBrowser, neighbours, `**/${slow}`],
          provide: { store: 'sqlite' },
        },
      },
      {
        plugins,
        test: {
          name: 'postgres',
          isolate: false,
          execArgv,
          ...mostlyWaiting,
          include: [...filesForAnyDatabase(import.meta.dirname), postgres],
          exclude: [
            '**/sqlite*.test.ts',
            `**/${slow}`,
            neighbours,
            ...overHttp,
            ...besideTheDatabase,
            '**/node_modules/**',
          ],
          provide: { store: 'postgres' },
          globalSetup: 'packages/server/test/postgres/global-setup.ts',
        },
      },
      {
        test: {
          name: 'sqlite-neighbours',
          include: [neighbours],
          exclude: [`**/${slow}`],
          provide: { store: 'sqlite' },
          ...inTheEnd,
        },
      },
      {
        test: {
          name: 'postgres-neighbours',
          include: [neighbours],
          exclude: ['**/sqlite*.test.ts', `**/${slow}`],
          provide: { store: 'postgres' },
          globalSetup: 'packages/server/test/postgres/global-setup.ts',
          ...inTheEnd,
        },
      },
      {
        plugins,
        test: {
          name: 'browser',
          isolate: false,
          execArgv,
          include: [inBrowser],
          exclude: [`**/${slow}`],
          provide: { store: 'sqlite' },
          globalSetup: 'packages/web/test/browser/global-setup.ts',
        },
      },
    ],
  },
});
