import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileFailure, hasCode } from '../command-line/system-failure.ts';

/** A lock of this age was left by a process that was killed. */
const abandonedAfterMs = 30_000;

const retryIntervalMs = 50;

/**
 * Does the work while no other process does work under the same file.
 * @throws {CommandFailure} if the file cannot be made
 */
export async function alone<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  while (!(await take(file))) {
    await pause(retryIntervalMs);
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
  if (found !== undefined && Date.now() - found.mtimeMs > abandonedAfterMs) {
    await rm(file, { force: true });
  }
}
