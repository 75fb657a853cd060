import { readFileSync, statSync } from 'node:fs';
import { hasCode } from '../command-line/system-failure.ts';

/** The time between two checks. A check costs a system call, and under npm two small reads more. */
const checkIntervalMs = 500;

/**
 * Ends the command, as SIGTERM does, when its parent is gone without having sent a signal: the launcher, or
 * the npm whose script it runs. A forgotten server would keep port and database.
 *
 * Daemons are left alone: a shell may end, and so may any other program that started this one. Under npm only
 * processes that still belong to the script are ended, and none that the script itself put into the background.
 */
export function endWithParents(process: NodeJS.Process): void {
  const links = [...launcherLink(process), ...packageManagerLinks(process)];
  if (links.length === 0) return;
  const timer = setInterval(() => {
    if (links.every(isWhole)) return;
    clearInterval(timer);
    // 143 is how shells report it.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
  }, checkIntervalMs);
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

/** The link to the launcher, which names itself when it hands over to another Node. */
function launcherLink(process: NodeJS.Process): Link[] {
  const { hookwell_launcher: text } = process.env;
  if (text === undefined) return [];
  // Processes that this one starts do not belong to that launcher.
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
 * The links from this process up to npm, or a program like it. The shell between them outlives npm, so that
 * the parent alone says nothing. The links are known on Linux; elsewhere the shell has mostly made way for this
 * process.
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

/** Whether npm started the process, directly or through others. */
function isInScript(pid: number): boolean {
  return textOf(`/proc/${pid}/environ`)?.includes('npm_lifecycle_event=') ?? false;
}

/** Whether the input is `/dev/null`: shells without job control and `nohup` give it to background processes. */
function readsNothing(pid: number): boolean {
  try {
    return statSync(`/proc/${pid}/fd/0`).rdev === statSync('/dev/null').rdev;
  } catch {
    return false;
  }
}

/** Whether the shell's own command line starts background processes: `sh -c "server & …"`. */
function startsInBackground(shell: number): boolean {
  const words = textOf(`/proc/${shell}/cmdline`) ?? '';
  return /(?<![&>])&(?![&>\d])|\b(nohup|setsid)\b/.test(words);
}

/** Reads `/proc/<pid>/stat`: `pid (command) state parent group …`; the command may hold any character. */
function statOf(pid: number): { parent: number; group: number } | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const [, parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(parent), group: Number(group) };
}

/** The text of the file; `undefined` if the process is gone, or is another user's. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}
