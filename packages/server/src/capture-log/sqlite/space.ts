import type { Connection } from '../../database/sqlite/connection.ts';

/** Pages moved to the front of the file in one step, which appends wait for: about a millisecond. */
const STEP_PAGES = 200;
/** Free pages that stay, at least: the next captures take them without growing the file. */
const KEPT_PAGES = 256;
/** A write-ahead log longer than this is cut once no captures came for a while. */
const LARGE_WAL_PAGES = 4096;
const IDLE_MS = 2000;

/** Bytes of the pages in use, in the database as the connection sees it. Free pages do not count. */
export function usedBytes(connection: Connection): number {
  const { pages, free, pageSize } = pageCounts(connection);
  return (pages - free) * pageSize;
}

function pageCounts(connection: Connection): { pages: number; free: number; pageSize: number } {
  return {
    pages: Number(connection.row('pragma page_count')?.[0]),
    free: Number(connection.row('pragma freelist_count')?.[0]),
    pageSize: Number(connection.row('pragma page_size')?.[0]),
  };
}

/**
 * Gives free pages at the end of the file back, a few a step, until a tenth of the file is left free.
 * The file itself shrinks with the checkpoint that follows the last step.
 */
export function releaseSpace(connection: Connection, idleMs: number): boolean {
  const before = releasable(connection);
  if (before > 0) {
    connection.database.exec(`pragma incremental_vacuum(${Math.min(STEP_PAGES, before)})`);
    const left = releasable(connection);
    // A file that another program made may not be able to shrink: then it does not end here.
    if (left > 0 && left < before) return true;
    connection.rows('pragma wal_checkpoint(passive)');
    return false;
  }
  if (idleMs > IDLE_MS && walPages(connection) > LARGE_WAL_PAGES) {
    connection.rows('pragma wal_checkpoint(truncate)');
  }
  return false;
}

function releasable(connection: Connection): number {
  const { pages, free } = pageCounts(connection);
  return free - Math.max(KEPT_PAGES, Math.floor(pages / 10));
}

/** How long the write-ahead log is, without doing anything about it. */
function walPages(connection: Connection): number {
  return Number(connection.row('pragma wal_checkpoint(noop)')?.[1]);
}

/** Writes and commits one small row: whether the store can take a capture right now. */
export function checkWritable(connection: Connection): void {
  // A value that changes: SQLite does not write what stays the same.
  connection.run('update capture_log set write_checks = write_checks + 1');
}
