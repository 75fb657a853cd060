import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ends a process and all its descendants with SIGKILL; resolves once they are gone. */
export async function killTree(root: number): Promise<void> {
  // It is stopped first: a running process could start another one meanwhile.
  signal(root, 'SIGSTOP');
  const all = [root, ...descendantsOf(root)];
  for (const pid of all) signal(pid, 'SIGKILL');
  const deadline = Date.now() + 30_000;
  while (all.some(isRunning)) {
    if (Date.now() > deadline) throw new Error(`process ${all.filter(isRunning)} does not end`);
    await sleep(5);
  }
}

export function descendantsOf(root: number): number[] {
  const parents = parentsByPid();
  const found = [root];
  for (const ancestor of found) {
    for (const [pid, parent] of parents) if (parent === ancestor) found.push(pid);
  }
  return found.slice(1);
}

/** Whether there is such a process; one that has ended but was not waited for does not count. */
export function isRunning(pid: number): boolean {
  if (process.platform === 'linux') return statOf(pid).state !== 'Z' && signal(pid, 0);
  return signal(pid, 0);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

function parentsByPid(): Map<number, number> {
  if (process.platform === 'linux') {
    // Not every image has `ps`.
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return new Map(pids.map((name) => [Number(name), statOf(Number(name)).parent]));
  }
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n');
  return new Map(
    lines.map((line) => {
      const [pid, parent] = line.trim().split(/\s+/).map(Number);
      return [pid ?? 0, parent ?? 0];
    }),
  );
}

/** Reads `/proc/<pid>/stat`: `pid (command) state parent ...`, where the command may contain any character. */
function statOf(pid: number): { state: string; parent: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state = '', parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    // The process has ended meanwhile.
    return { state: 'Z', parent: 0 };
  }
}
