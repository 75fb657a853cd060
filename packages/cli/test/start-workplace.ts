import { freshDatabase } from '../../server/test/fresh-database.ts';
import { startServer, type TestServer } from '../../server/test/start-server.ts';
import { Workplace } from './hookwell-process.ts';

/** A workplace with an empty database of the kind that the tests run on now. */
export async function startWorkplace(): Promise<Workplace> {
  const workplace = new Workplace(await freshDatabase());
  workplace.makeDatabaseFile();
  return workplace;
}

/** A server on the database of the workplace, with its settings. */
export async function beside({ environment }: Workplace): Promise<TestServer> {
  const { HOOKWELL_DATABASE_URL: databaseUrl } = environment;
  if (databaseUrl === undefined) throw new Error('the workplace has no database');
  return await startServer({ databaseUrl, environment });
}
