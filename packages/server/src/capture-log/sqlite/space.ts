import type { Connection } from '../../database/sqlite/connection.ts';

/** Pages moved to the front of the file in one step, which appends wait for: about a millisecond. */
const pagesPerStep = 200;
/** Free pages that stay, at least: the next captures take them without growing the file. */
const leastFreePages = 256;
/** A longer write-ahead log is cut once no captures came for this time. */
const longWalPages = 4096;
const idleBeforeCutMs = 2000;

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
 * The file itself shrinks with the checkpoint that follows the last step. True while there is more to give.
 */
export function releaseSpace(connection: Connection, idleMs: number): boolean {
  const before = releasable(connection);
  if (before > 0) {
    connection.database.exec(`pragma incremental_vacuum(${Math.min(pagesPerStep, before)})`);
    const left = releasable(connection);
    // A file that another program made may not be able to shrink: more steps would not help.
    if (left > 0 && left < before) return true;
    connection.rows('pragma wal_checkpoint(passive)');
    return false;
  }
  if (idleMs > idleBeforeCutMs && walPages(connection) > longWalPages) {
    connection.rows('pragma wal_checkpoint(truncate)');
  }
  return false;
}

function releasable(connection: Connection): number {
  const { pages, free } = pageCounts(connection);
  return free - Math.max(leastFreePages, Math.floor(pages / 10));
}

/** The length of the write-ahead log; `noop` leaves it as it is. */
function walPages(connection: Connection): number {
  return Number(connection.row('pragma wal_checkpoint(noop)')?.[1]);
}
