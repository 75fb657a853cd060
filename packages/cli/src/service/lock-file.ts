import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileFailure, hasCode } from '../command-line/system-failure.ts';

/** A lock as old as this, in milliseconds, is of a process that was killed. */
const abandonedAfter = 30_000;

/**
 * Does the work while no other process does work under the same file.
 * @throws whatever the work throws, and CommandFailure where no such file can be made
 */
export async function alone<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  while (!(await take(file))) {
    await pause(50);
    await breakAbandoned(file);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.close();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw fileFailure('write', file, error);
  }
}

async function breakAbandoned(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > abandonedAfter) {
    await rm(file, { force: true });
  }
}
