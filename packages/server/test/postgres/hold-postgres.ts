/**
 * A process of its own for the test that kills it: starts a PostgreSQL server, or creates a database on the
 * server whose URL it is given, prints that as one line of JSON and waits.
 */
import { createDatabase } from './databases.ts';
import { startPostgres } from './postgres-server.ts';
import { startSharedServer } from './shared-server.ts';

const [foreignUrl] = process.argv.slice(2);
if (foreignUrl === undefined) {
  const { pid, directory, url } = await startPostgres();
  process.stdout.write(`${JSON.stringify({ pid, directory, url })}\n`);
} else {
  const { url } = await createDatabase(await startSharedServer(foreignUrl));
  process.stdout.write(`${JSON.stringify({ url })}\n`);
}
