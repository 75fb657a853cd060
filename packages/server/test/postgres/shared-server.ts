import { randomBytes } from 'node:crypto';
import { query } from './connect.ts';
import { endGuardian, startGuardian } from './guardian.ts';
import { startPostgres } from './postgres-server.ts';

/** The PostgreSQL server of a whole test run, as test workers receive it. */
export interface SharedServer {
  /** The URL of a database to create others from. */
  url: string;
  /** The prefix of the names of all databases of this run. */
  prefix: string;
  /** A database with the schema and nothing else: copying it takes a quarter of the time of making the schema. */
  template?: string;
}

/** A server of our own, or the one that the URL names; disposing removes everything that the run made. */
export async function startSharedServer(
  foreignUrl: string | undefined,
): Promise<SharedServer & AsyncDisposable> {
  const prefix = `hookwell_test_${randomBytes(6).toString('hex')}`;
  if (!foreignUrl) {
    const server = await startPostgres();
    const { url } = server;
    return { url, prefix, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  }
  await query(foreignUrl, 'select 1').catch((cause) => {
    throw new Error('cannot connect to HOOKWELL_TEST_POSTGRES_URL', { cause });
  });
  const { guardian } = await startGuardian('./sweeper.ts', { url: foreignUrl, prefix });
  return { url: foreignUrl, prefix, [Symbol.asyncDispose]: () => endGuardian(guardian) };
}
