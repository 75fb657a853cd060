import { CannotOpenStore } from '../errors.ts';
import { advisoryLocks } from './other-nodes.ts';
import type { ConnectionPool, PooledConnection } from './pool.ts';
import { migrations } from './schema.ts';

/** The longest time that Node counts: waiting for a node that migrates ten million rows is no failure. */
const patienceMs = 2_147_483_647;

interface SchemaVersion {
  version: number;
  needed_version: number;
}

/**
 * Brings the schema up to date. Of nodes that start at once one migrates, in one transaction; the others
 * wait and find it done.
 *
 * @throws {CannotOpenStore} if the schema is too new for this server
 */
export async function migrate(pool: ConnectionPool): Promise<void> {
  await pool.transaction(async (connection) => {
    await connection.query({
      text: 'set local lock_timeout = 0; set local statement_timeout = 0',
    });
    await connection.query({
      text: `select pg_advisory_xact_lock(${advisoryLocks.migration})`,
      query_timeout: patienceMs,
    });
    const { version, needed_version } = await readVersion(connection);
    if (needed_version > migrations.length) throw tooNew({ version, needed_version });
    for (const [index, { statements, neededVersion }] of migrations.entries()) {
      if (index < version) continue;
      await connection.query({ text: statements, query_timeout: patienceMs });
      await connection.query(
        { text: 'update schema_version set version = $1, needed_version = $2' },
        [index + 1, neededVersion],
      );
    }
  });
}

async function readVersion(connection: PooledConnection): Promise<SchemaVersion> {
  const { rows: tables } = await connection.query<{ found: string | null }>({
    text: `select to_regclass('schema_version')::text as found`,
  });
  if (tables[0]?.found == null) {
    await connection.query({
      text: `create table schema_version (version integer not null, needed_version integer not null);
        insert into schema_version values (0, 0)`,
    });
  }
  const { rows } = await connection.query<SchemaVersion>({
    text: 'select version, needed_version from schema_version',
  });
  const [found] = rows;
  if (found === undefined) throw new CannotOpenStore('its table schema_version is empty');
  return found;
}

function tooNew({ version, needed_version }: SchemaVersion): CannotOpenStore {
  return new CannotOpenStore(
    `its schema has version ${version}, which needs a Hookwell that knows version ${needed_version}, but this one knows versions up to ${migrations.length}: start a newer Hookwell`,
  );
}
