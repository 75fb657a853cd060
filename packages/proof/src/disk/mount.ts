import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Processes that were killed may hold files for a moment. */
const deadlineMs = 10_000;

/**
 * Mounts a FUSE file system that answers at this descriptor of `/dev/fuse`. Needs the rights of root.
 * @throws {Error} with the words of `mount`
 */
export async function mount(descriptor: number, path: string): Promise<void> {
  const options = `fd=3,rootmode=40755,user_id=0,group_id=0,allow_other,default_permissions`;
  const words = ['-i', '-t', 'fuse', '-o', options, 'hookwell-disk', path];
  const { status, errors } = await run('mount', words, descriptor);
  if (status !== 0) throw new Error(`mount: ${errors}`);
}

/**
 * Unmounts it, once nothing uses it any more; what was written to mapped files is written by then.
 * @throws {Error} if something still uses it after ten seconds
 */
export async function unmount(path: string): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const { status, errors } = await run('umount', [path]);
    if (status === 0) return;
    if (Date.now() > deadline) throw new Error(`umount: ${errors}`);
    await sleep(20);
  }
}

/** Takes the name away at once, whoever uses the files. */
export async function unmountAtOnce(path: string): Promise<void> {
  await run('umount', ['-l', path]);
}

async function run(
  program: string,
  words: string[],
  descriptor?: number,
): Promise<{ status: unknown; errors: string }> {
  const child = spawn(program, words, {
    stdio: ['ignore', 'ignore', 'pipe', ...(descriptor === undefined ? [] : [descriptor])],
  });
  const errors = child.stderr === null ? '' : text(child.stderr);
  const [status] = await once(child, 'close');
  return { status, errors: (await errors).trim() };
}
