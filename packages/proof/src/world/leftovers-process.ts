/** A process of its own, started by `leftovers.ts`. When its channel closes, it cleans up after the process that had the other end. */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../../../server/test/postgres/process-tree.ts';
import type { Note } from './leftovers.ts';

const pids = new Set<number>();
const folders = new Set<string>();

process.on('message', (note: Note) => {
  if (note.kind === 'folder') folders.add(note.path);
  else if (note.kind === 'started') pids.add(note.pid);
  else pids.delete(note.pid);
});
for (const event of ['disconnect', 'SIGTERM', 'SIGINT', 'SIGHUP']) process.once(event, cleanUp);
process.send?.('ready');

async function cleanUp(): Promise<void> {
  for (const pid of pids) {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    while (isRunning(pid)) await sleep(10);
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}
