import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import { CannotOpenStore } from '../errors.ts';
import { readLog } from './write-ahead-log.ts';

/*
 * What SQLite passes over without a word when it opens a database. It takes the write-ahead log up to the first frame whose
 * checksum is wrong: after a crash or a power failure, these are the frames of the one transaction that was not flushed. A damaged
 * frame in the middle looks the same to it, and everything behind it is gone. Here it is found out by what stands behind: every
 * commit is flushed before the next transaction writes, so that a wrong frame is damage if a commit behind it is followed by a
 * frame of another transaction. Frames that an earlier use of the log, or a failed commit, left there prove nothing: the first
 * have other salts, of the second at most the last one is a commit, and nothing continues its checksum.
 *
 * Damage of the last transaction, or of the commit before it, cannot be told from a power failure for certain, and a log that is cut off or gone not from an empty one.
 */

/** Other processes may write while the log is read: what is damaged looks the same again after this time. */
const pauseMs = 100;

/**
 * Refuses a database whose write-ahead log is damaged before its end, or whose file lacks its end. It reads the log (64 MiB at
 * most, but after a backup), flushes it, and does not touch the database file: closing that would free locks of this process.
 *
 * @throws {CannotOpenStore}
 */
export function refuseDamagedFiles(file: string): void {
  const damage = damageOf(file);
  if (damage === undefined) return;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  if (damageOf(file) === damage) throw new CannotOpenStore(damage);
}

function damageOf(file: string): string | undefined {
  const log = `${file}-wal`;
  const handle = openIfThere(log);
  if (handle === undefined) return undefined;
  try {
    const read = readFrames(handle, statSync(file).size);
    if (read?.damagedAt !== undefined && read.commitsBehind > 0) {
      return `${log} is damaged at byte ${read.damagedAt}, and ${read.commitsBehind} commits or more stand behind: SQLite would leave them out. Restore a backup, or keep copies of both files and give these commits up: truncate -s ${read.damagedAt} ${log}`;
    }
    if (read !== undefined && read.missingPages > 0)
      return `${file} is cut off: ${read.missingPages} of its pages are missing. Restore a backup`;
    // A process that was killed may have left frames here that no disk has yet: the next transaction must find them flushed.
    fsyncSync(handle);
    return undefined;
  } finally {
    closeSync(handle);
  }
}

interface LogState {
  /** The place of the first wrong frame, in bytes; 0 for the header. */
  damagedAt?: number;
  /** Commits behind it that are followed by another transaction. */
  commitsBehind: number;
  /** Pages that neither the file nor the frames before that one have. */
  missingPages: number;
}

/** @param fileBytes the size of the database file */
function readFrames(handle: number, fileBytes: number): LogState | undefined {
  const log = readLog(handle);
  if (log === undefined) return undefined;
  const { isValid, pageBytes } = log.header;
  let salts = isValid ? log.header.salts : undefined;
  const pages = new PagesBehind(Math.floor(fileBytes / pageBytes), pageBytes);
  const state: LogState = isValid
    ? { commitsBehind: 0, missingPages: 0 }
    : { damagedAt: 0, commitsBehind: 0, missingPages: 0 };
  let wasCommit = false;
  let hadSalts = isValid;
  for (const { at, page, commit, isChained, ...frame } of log.frames) {
    // Under a damaged header, the frames tell.
    salts ??= frame.salts;
    const hasSalts = frame.salts === salts;
    const isRight = hasSalts && hadSalts && isChained && page > 0;
    if (state.damagedAt === undefined) {
      if (isRight) pages.add(page, commit);
      else state.damagedAt = at;
    } else if (isRight && wasCommit) state.commitsBehind += 1;
    wasCommit = isRight && commit > 0 && state.damagedAt !== undefined;
    hadSalts = hasSalts;
  }
  return { ...state, missingPages: pages.missing };
}

/** The pages behind the end of the database file, which the log must have. */
class PagesBehind {
  readonly #filePages: number;
  /** SQLite locks these bytes of a file and never has content there. */
  readonly #lockPage: number;
  readonly #uncommitted: number[] = [];
  readonly #inLog = new Set<number>();
  #size = 0;

  constructor(filePages: number, pageBytes: number) {
    this.#filePages = filePages;
    this.#lockPage = Math.floor(0x4000_0000 / pageBytes) + 1;
  }

  /** @param commit the pages of the database, if a transaction ends with this page */
  add(page: number, commit: number): void {
    if (page > this.#filePages) this.#uncommitted.push(page);
    if (commit === 0) return;
    this.#size = commit;
    for (const one of this.#uncommitted.splice(0)) this.#inLog.add(one);
  }

  get missing(): number {
    let missing = 0;
    for (let page = this.#filePages + 1; page <= this.#size; page += 1)
      if (page !== this.#lockPage && !this.#inLog.has(page)) missing += 1;
    return missing;
  }
}

function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, 'r+');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
