/**
 * A process of its own, started by `supervised-directory.ts`. It makes a temporary directory and runs
 * programs in it. When its channel closes, because its starter closed it or was killed, it ends
 * the programs and removes the directory.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killTree } from './process-tree.ts';
import type { Instructions, Report, RunRequest } from './supervised-directory.ts';

// The JSON was written by supervised-directory.ts.
const { parent, user }: Instructions = JSON.parse(process.argv[2] ?? '');
const directory = mkdtempSync(join(parent, 'hookwell-postgres-'));
if (user !== undefined) chownSync(directory, user.uid, user.gid);
/** The programs, and the signal that ends each of them in order. */
const running = new Map<ChildProcess, NodeJS.Signals>();
let isEnding = false;

process.on('message', run);
for (const event of ['disconnect', 'SIGTERM', 'SIGINT', 'SIGHUP']) process.on(event, end);
report({ directory });

function run({ id, file, words, environment, logFile, endSignal }: RunRequest): void {
  if (isEnding) return;
  const log = openSync(join(directory, logFile), 'a');
  const child = spawn(file, words, {
    cwd: directory,
    env: environment,
    stdio: ['ignore', log, log],
    ...user,
  });
  closeSync(log);
  running.set(child, endSignal);
  child.once('spawn', () => report({ id, pid: child.pid }));
  child.once('error', ({ message }) => report({ id, failed: message }));
  child.once('exit', (code, signal) => {
    running.delete(child);
    report({ id, ended: String(signal ?? code) });
  });
}

async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await Promise.all([...running].map(([child, signal]) => endProgram(child, signal)));
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
}

/** Ends the programs in order if possible: PostgreSQL then waits for its own processes, which nothing else may do. */
async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const gone = once(child, 'exit').then(() => true);
  child.kill(signal);
  const isGone = await Promise.race([gone, sleep(5000, false, { ref: false })]);
  if (!isGone) await killTree(pid);
}

function report(report: Report | { directory: string }): void {
  if (process.connected) process.send?.(report);
}
