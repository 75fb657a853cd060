import { readFileSync, statSync } from 'node:fs';
import { hasCode } from '../command-line/system-failure.ts';

/** How often is looked, in milliseconds. It costs a system call, and under npm two small reads more. */
const interval = 500;

/**
 * Ends the command, as SIGTERM does, when what started it is gone without having said so: the launcher, or
 * the npm whose script it runs. A server that nobody knows of would keep port and database.
 *
 * Whoever wants a daemon is left alone: a shell may end, and so may anything else that started this. Under npm
 * only what still belongs to the script is ended, and not what the script itself put into the background.
 */
export function endWithParents(process: NodeJS.Process): void {
  const links = [...launcherLink(process), ...packageManagerLinks(process)];
  if (links.length === 0) return;
  const timer = setInterval(() => {
    if (links.every(isWhole)) return;
    clearInterval(timer);
    // 143 is how shells report it.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
  }, interval);
  timer.unref();
}

/** A process and the one that started it. */
interface Link {
  /** Gives the present parent. */
  parentNow(): number | undefined;
  parent: number;
}

function isWhole({ parentNow, parent }: Link): boolean {
  return parentNow() === parent;
}

/** Set by the launcher when it hands over to another Node. */
function launcherLink(process: NodeJS.Process): Link[] {
  const { hookwell_launcher: text } = process.env;
  if (text === undefined) return [];
  // Nobody that this process starts has that launcher.
  delete process.env.hookwell_launcher;
  const parent = Number(text);
  // On Windows a process keeps the number of a parent that is gone.
  const isGone = () => process.platform === 'win32' && !isThere(process, parent);
  return [{ parent, parentNow: () => (isGone() ? undefined : process.ppid) }];
}

function isThere(process: NodeJS.Process, pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * From this process up to npm (or what is like it): its shell outlives it, so that the parent alone says
 * nothing. Known on Linux; elsewhere the shell has mostly made way for this process.
 */
function packageManagerLinks(process: NodeJS.Process): Link[] {
  if (process.env.npm_lifecycle_event === undefined) return [];
  if (process.platform === 'linux') return linksOnLinux(process.pid);
  if (process.platform === 'win32' || process.ppid <= 1) return [];
  return [{ parent: process.ppid, parentNow: () => process.ppid }];
}

function linksOnLinux(own: number): Link[] {
  const links: Link[] = [];
  for (let pid = own; ; ) {
    const child = pid;
    const parent = statOf(child)?.parent;
    if (parent === undefined || parent === 0) return [];
    links.push({ parent, parentNow: () => statOf(child)?.parent });
    if (!isInScript(parent)) {
      const isOneJob = statOf(parent)?.group === statOf(own)?.group;
      const isCutOff = readsNothing(own) && !readsNothing(parent);
      return isOneJob && !isCutOff ? links : [];
    }
    if (startsInBackground(parent)) return [];
    pid = parent;
  }
}

/** Whether npm started it, itself or by others. */
function isInScript(pid: number): boolean {
  return textOf(`/proc/${pid}/environ`)?.includes('npm_lifecycle_event=') ?? false;
}

/** A shell without job control gives this input to what it starts with `&`, and so does `nohup`. */
function readsNothing(pid: number): boolean {
  try {
    return statSync(`/proc/${pid}/fd/0`).rdev === statSync('/dev/null').rdev;
  } catch {
    return false;
  }
}

/** Whether a shell was told to leave something behind: `sh -c "server & …"`. Nothing else of it tells. */
function startsInBackground(shell: number): boolean {
  const words = textOf(`/proc/${shell}/cmdline`) ?? '';
  return /(?<![&>])&(?![&>\d])|\b(nohup|setsid)\b/.test(words);
}

/** From `/proc/<pid>/stat`: `pid (command) state parent group …`, where the command may hold anything. */
function statOf(pid: number): { parent: number; group: number } | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const [, parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(parent), group: Number(group) };
}

/** `undefined` where there is no such process any more, or it is somebody else's. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}
