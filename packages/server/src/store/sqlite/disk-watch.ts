import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { SizeLimit } from '../../capture-log/size-limit.ts';

/** How much of the disk has to stay free. It is read at every look. */
export interface DiskBounds {
  leastFreeBytes: number;
}

/** The rest is for the write-ahead log, for what comes between two looks, and for other programs on this disk. */
export const defaultDiskBounds: DiskBounds = { leastFreeBytes: 1024 ** 3 };

const lookIntervalMs = 1000;

interface WatchedDisk {
  folder: string;
  limit: SizeLimit;
  bounds: DiskBounds;
  log: Logger;
}

/** Refuses captures while the disk is nearly full, for a store without a size limit. Resolves after the first look, with the end. */
export async function watchDisk({ folder, limit, bounds, log }: WatchedDisk): Promise<() => void> {
  let wasShort = false;

  async function look(): Promise<void> {
    const { bavail, bsize } = await statfs(folder);
    const isShort = bavail * bsize < bounds.leastFreeBytes;
    limit.diskIsShort = isShort;
    if (isShort && !wasShort) {
      log.warn(
        { folder, freeBytes: bavail * bsize, leastFreeBytes: bounds.leastFreeBytes },
        'The disk is nearly full: receive URLs answer 507 until there is room. Make some, or say with HOOKWELL_MAX_STORE_BYTES how much the store may take',
      );
    } else if (wasShort && !isShort) log.info({ folder }, 'The disk has room again');
    wasShort = isShort;
  }

  // A file system that cannot tell is left to its own errors.
  const lookOrLeave = () => look().catch(() => undefined);
  await lookOrLeave();
  const looks = setInterval(lookOrLeave, lookIntervalMs).unref();
  return () => clearInterval(looks);
}
