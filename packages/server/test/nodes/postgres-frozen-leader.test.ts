import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
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

test('a leader that stands still leads no longer than its lease, and learns of it', async () => {
  await using database = await createDatabase(inject('postgres'));
  const { url: databaseUrl } = database;
  await using leader = startLeading(databaseUrl);
  await eventually(() => leader.said.includes('leads'));
  await using other = await startServer({ databaseUrl });
  expect(await other.store.isLeader()).toBe(false);
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
