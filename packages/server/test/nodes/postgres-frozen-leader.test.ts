import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { advisoryLocks } from '../../src/database/postgres/advisory-locks.ts';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';
import { createDatabase } from '../postgres/databases.ts';
import { send, startGuest, startServer } from '../start-server.ts';

/** A leader gives a sign of life every second. */
const leaseMs = 4000;

interface LeadingProcess extends AsyncDisposable {
  said: string[];
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
}

function startLeading(databaseUrl: string): LeadingProcess {
  const program = fileURLToPath(new URL('./leading-process.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [program, databaseUrl, String(leaseMs)]);
  const said: string[] = [];
  child.stdout
    ?.setEncoding('utf8')
    .on('data', (text: string) => said.push(...(text.match(/\w+/g) ?? [])));
  const gone = once(child, 'close');
  return {
    said,
    signal: (name) => void child.kill(name),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** The session that has the leader's lock, and the milliseconds since its last statement. */
async function leaderSession(url: string): Promise<{ pid: unknown; age: number } | undefined> {
  const [row] = await query(
    url,
    `select pg_locks.pid, extract(epoch from query_start - backend_start)::float8 * 1000 as age
     from pg_locks join pg_stat_activity on pg_stat_activity.pid = pg_locks.pid
     where locktype = 'advisory' and objid = ${advisoryLocks.leader} and granted
       and datname = current_database()`,
  );
  return row && { pid: row.pid, age: Number(row.age) };
}

test('a leader that stands still leads no longer than its lease, and one that lives as long as it likes', async () => {
  await using database = await createDatabase(inject('postgres'));
  const { url: databaseUrl } = database;
  await using leader = startLeading(databaseUrl);
  await eventually(() => leader.said.includes('leads'));
  const session = await leaderSession(databaseUrl);
  await using other = await startServer({ databaseUrl });
  const later = await eventually(
    () => leaderSession(databaseUrl),
    (now) => (now?.age ?? 0) > leaseMs + 1000,
  );
  expect(later?.pid).toBe(session?.pid);
  expect(await other.store.isLeader()).toBe(false);
  expect(leader.said).toEqual(['leads']);

  leader.signal('SIGSTOP');
  await eventually(() => other.store.isLeader());
  const visitor = await startGuest(other);
  await send(other, await visitor.endpoint());
  await visitor.ask(204, 'DELETE', '/api/requests');
  await eventually(
    async () => (await query(databaseUrl, 'select from captured_request')).length === 0,
  );

  // The former leader learns of it as soon as it goes on.
  leader.signal('SIGCONT');
  await eventually(
    () => leader.said.at(-1),
    (last) => last === 'follows',
  );
  expect(await other.store.isLeader()).toBe(true);
});
