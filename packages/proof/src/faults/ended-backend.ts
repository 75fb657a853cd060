import { eventually } from '../../../server/test/eventually.ts';
import { query } from '../../../server/test/postgres/connect.ts';
import type { Random } from '../../../server/test/random.ts';
import type { World } from '../world/world.ts';
import { missing, postgresOf } from './chosen.ts';
import type { Fault } from './fault.ts';

/** The process behind one connection of a node is killed: PostgreSQL then ends all others, and recovers from its log. */
export const killedBackend: Fault = {
  name: 'a process of PostgreSQL is killed',
  stores: ['postgres'],
  features: [],
  strike: (world, random) => end('SIGKILL', world, random),
};

/** The process behind one connection of a node ends in order: what it does is rolled back, or was committed just before. */
export const endedBackend: Fault = {
  name: 'a connection is ended by PostgreSQL',
  stores: ['postgres'],
  features: [],
  strike: (world, random) => end('SIGTERM', world, random),
};

async function end(signal: 'SIGKILL' | 'SIGTERM', world: World, random: Random): Promise<string> {
  const { url } = postgresOf(world);
  const connections = await eventually(
    () => connectionsOfNodes(url),
    (found) => found.length > 0,
  );
  // Most connections have the same purpose, so the purpose is chosen first.
  const purpose = random.pick([...new Set(connections.map(({ name }) => name))]);
  const ofPurpose = connections.filter(({ name }) => name === purpose);
  const { pid } = random.pick(ofPurpose) ?? missing('connections');
  process.kill(pid, signal);
  // Until then it may still end the others.
  await eventually(() =>
    query(url, 'select 1').then(
      () => true,
      () => false,
    ),
  );
  return `sent ${signal} to the process of PostgreSQL that served "${purpose}"`;
}

async function connectionsOfNodes(url: string): Promise<{ pid: number; name: string }[]> {
  const rows = await query(
    url,
    `select pid, application_name as name from pg_stat_activity
     where backend_type = 'client backend' and application_name like 'hookwell %'
     order by application_name, backend_start`,
  );
  return rows.map(({ pid, name }) => ({ pid: Number(pid), name: String(name) }));
}
