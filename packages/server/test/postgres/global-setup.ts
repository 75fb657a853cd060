import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openStore } from '../../src/store/open-store.ts';
import { createEmptyDatabase } from './databases.ts';
import { type SharedServer, startSharedServer } from './shared-server.ts';

/** One PostgreSQL for all tests of a run; Vitest calls this only if a test of the project is to run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const foreignUrl = process.env.HOOKWELL_TEST_POSTGRES_URL;
  if (!foreignUrl) forgetOtherServers();
  const server = await startSharedServer(foreignUrl);
  const { url, prefix } = server;
  project.provide('postgres', { url, prefix, template: await makeTemplate(server) });
  return async () => await server[Symbol.asyncDispose]();
}

/** Makes a database and brings its schema up to date. It goes with the other databases of the run. */
async function makeTemplate(server: SharedServer): Promise<string> {
  const { url } = await createEmptyDatabase(server);
  const store = await openStore({ url, role: 'operator', log: pino({ level: 'silent' }) });
  await store.close();
  return new URL(url).pathname.slice(1);
}

/** Variables such as PGSSLMODE are about another server of the user's; test workers inherit the others. */
function forgetOtherServers(): void {
  for (const name of Object.keys(process.env)) {
    if (/^PG[A-Z]+$/.test(name)) delete process.env[name];
  }
}
