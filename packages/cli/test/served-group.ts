import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../../server/test/eventually.ts';
import { descendantsOf, isRunning } from '../../server/test/postgres/process-tree.ts';
import type { Workplace } from './hookwell-process.ts';

/** A server and the processes that started it, in a process group, as on a terminal. `await using` kills them. */
export interface ServedGroup extends AsyncDisposable {
  /** The address of the server. */
  url: string;
  /** The first process. */
  pid: number;
  /** The ids of the server and of the processes between it and the first one. */
  descendants: number[];
  /** Sends a signal to each process of the group. */
  signal(name: NodeJS.Signals): void;
  /** The exit code of the first process. */
  ended: Promise<number | null>;
}

/** Runs a command that starts a server, directly or through others. */
export async function serveGroup(
  { folder, environment }: Workplace,
  [command = '', ...words]: readonly string[],
  cwd = folder,
): Promise<ServedGroup> {
  const child = spawn(command, words, {
    cwd,
    env: { PATH: process.env.PATH, HOME: folder, HOOKWELL_PORT: '0', ...environment },
    // Standard input like that of a terminal: it brings nothing and does not end.
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const found = await eventually(() => /ready: (http:\S+)/.exec(output), Boolean, 25_000);
  const pid = child.pid ?? 0;
  const descendants = descendantsOf(pid);
  return {
    url: found?.[1] ?? '',
    pid,
    descendants,
    signal: (name) => void process.kill(-pid, name),
    ended,
    [Symbol.asyncDispose]: async () => {
      for (const one of [pid, ...descendants].filter(isRunning)) process.kill(one, 'SIGKILL');
      await ended;
    },
  };
}

/** Waits until none of the processes is left. */
export async function areGone(pids: readonly number[], deadline = 60_000): Promise<void> {
  await eventually(
    () => pids.filter(isRunning),
    (left) => left.length === 0,
    deadline,
  );
}
