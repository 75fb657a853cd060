import type { TestProject } from 'vitest/node';
import { startSharedServer } from './shared-server.ts';

/** One PostgreSQL for all tests of a run; Vitest calls this only if a test of the project is to run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const foreignUrl = process.env.HOOKWELL_TEST_POSTGRES_URL;
  if (!foreignUrl) forgetOtherServers();
  const server = await startSharedServer(foreignUrl);
  const { url, prefix } = server;
  project.provide('postgres', { url, prefix });
  return async () => await server[Symbol.asyncDispose]();
}

/** Variables such as PGSSLMODE are about another server of the user's; test workers inherit the others. */
function forgetOtherServers(): void {
  for (const name of Object.keys(process.env)) {
    if (/^PG[A-Z]+$/.test(name)) delete process.env[name];
  }
}
