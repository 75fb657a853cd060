import { spawnSync } from 'node:child_process';
import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { User } from './unprivileged-user.ts';

/** Whether files survive the end of their processes, or that of the machine too. */
export type Lasting = 'memory' | 'disk';

/** Linux has files in memory here. */
const memoryFiles = '/dev/shm';
/** The databases of a whole test run, and of the servers beside it. */
const enoughMemoryBytes = 4 * 2 ** 30;

/** A directory for temporary directories that this user can reach: in memory if that is enough and there is room. */
export function temporaryParent(user: User | undefined, lasting: Lasting): string {
  const onDisk = user === undefined ? [tmpdir()] : [tmpdir(), '/tmp', '/var/tmp'];
  const places = lasting === 'memory' && isMemoryOfUse() ? [memoryFiles, ...onDisk] : onDisk;
  const place = places.find(
    (path) => spawnSync('test', ['-x', path], { cwd: '/', ...user }).status === 0,
  );
  if (place === undefined) throw new Error(`PostgreSQL needs one of ${places} for its files`);
  return place;
}

function isMemoryOfUse(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFiles);
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    // The programs may have to be copied there, too.
    const runsNoPrograms = mounts.some((mount) => {
      const [, path, , options = ''] = mount.split(' ');
      return path === memoryFiles && options.split(',').includes('noexec');
    });
    return bavail * bsize >= enoughMemoryBytes && !runsNoPrograms;
  } catch (_absent) {
    return false;
  }
}
