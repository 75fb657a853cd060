import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import type { Connection } from './connection.ts';

const stepBytes = 1024 * 1024;

/**
 * Writes the write-ahead log once more, as it is, and syncs it. After a sync that failed, a system may still give what it could not
 * bring to the disk to whoever reads it, and call the next sync a success (https://lwn.net/Articles/752063/). A server that starts then
 * would take the commit that failed for a good one and write its own behind it, and a power failure would take all of them.
 */
export function writeLogAgain(connection: Connection, file: string): void {
  const log = `${file}-wal`;
  // An empty transaction: no other process writes to the log meanwhile.
  connection.write(() => {
    // SQLite holds no lock on this file that closing it would drop.
    if (existsSync(log)) writeAgain(log);
  });
}

function writeAgain(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    const { size } = fstatSync(handle);
    const bytes = Buffer.alloc(Math.min(size, stepBytes));
    for (let at = 0; at < size; ) {
      const count = readSync(handle, bytes, 0, bytes.byteLength, at);
      if (count === 0) break;
      for (let written = 0; written < count; ) {
        written += writeSync(handle, bytes, written, count - written, at + written);
      }
      at += count;
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
