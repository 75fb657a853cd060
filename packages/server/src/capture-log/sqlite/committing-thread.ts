import type { Thread } from '../../threads/messages.ts';
import type { Announcements } from '../announcements.ts';
import type { NewCapture } from '../captures.ts';
import type { GroupAnswer } from '../group-commit.ts';
import { packGroup } from './append-group.ts';
import { unpackCaptures } from './capture-rows.ts';
import type { LogReads, LogWrites } from './log-questions.ts';

/**
 * Commits groups in the writing thread. A thread that died may have committed a group and never told: its
 * captures are announced before anything else is stored. Their senders got an error.
 */
export class CommittingThread {
  readonly #writer: Thread<LogWrites>;
  readonly #announcements: Announcements;
  readonly #checkpoints: Checkpoints;
  #isBehind = false;
  #catchingUp: Promise<void> | undefined;

  constructor(writer: Thread<LogWrites>, announcements: Announcements, checkpoints: Checkpoints) {
    this.#writer = writer;
    this.#announcements = announcements;
    this.#checkpoints = checkpoints;
  }

  /** To be called when a new thread has taken the place of one that died. */
  restarted(): void {
    this.#isBehind = true;
    // If this fails, the next group tries again and its callers hear of it.
    this.#catchUp().catch(() => undefined);
  }

  async commit(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    if (this.#isBehind) await this.#catchUp();
    const group = packGroup(captures);
    const answer = await this.#writer.ask('appendGroup', [group], [group.bodies]);
    this.#checkpoints.committed(captures);
    return answer;
  }

  #catchUp(): Promise<void> {
    this.#catchingUp ??= this.#announceMissed().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  async #announceMissed(): Promise<void> {
    const found = await this.#writer.ask('capturesAbove', [this.#announcements.committedThrough]);
    const captures = unpackCaptures(found).map(
      ({ id, body, answered, listener, ...stored }, index) => ({
        id,
        accountId: found.accountIds[index] ?? 0,
        capture: { ...stored, body: body === undefined ? [] : [body] },
        ...(answered && { answered }),
        ...(listener && { listener }),
      }),
    );
    const through = captures.at(-1)?.id;
    if (through !== undefined) {
      this.#announcements.committed({ through, captures, elsewhere: [] });
      this.#announcements.stored(captures);
    }
    this.#isBehind = false;
  }
}

/** The write-ahead log grows by about this much between two checkpoints. */
const bytesBetween = 2 * 1024 * 1024;
/** A capture is written with its share of the pages of the index, as whole pages: about twice its bytes. */
const logBytesPerByte = 2;
/** The pages that each group writes beside its captures: counters, ids, inner pages of both trees. */
const logBytesPerGroup = 24 * 1024;

/**
 * Has the reading thread copy what the write-ahead log has into the database file, while the writing thread goes on
 * storing: the log's own checkpoint, in the thread that commits, lets every capture wait for it. With this, 64 senders at
 * once store a quarter more.
 */
export class Checkpoints {
  readonly #reader: Thread<LogReads>;
  readonly #isSafe: boolean;
  #grown = 0;
  #isUnderWay = false;

  constructor(reader: Thread<LogReads>, sqliteVersion = process.versions.sqlite) {
    this.#reader = reader;
    this.#isSafe = isSafeBesideWriter(sqliteVersion);
  }

  /** Notes a committed group. */
  committed(captures: readonly NewCapture[]): void {
    this.#grown += logBytesPerGroup;
    for (const { bodySize, headers } of captures)
      this.#grown += logBytesPerByte * (bodySize + headers.length);
    if (!this.#isSafe || this.#grown < bytesBetween || this.#isUnderWay) return;
    this.#grown = 0;
    this.#isUnderWay = true;
    this.#reader
      .ask('checkpoint', null)
      // The writing thread does the rest (`autocheckpointPages`).
      .catch(() => undefined)
      .finally(() => {
        this.#isUnderWay = false;
      });
  }
}

const firstSafe = [3, 51, 3];

/**
 * Before 3.51.3 a checkpoint beside a writer could, rarely, damage the database (SQLite's "WAL-reset bug"). Node brings a
 * later one; a distribution's Node may use the system's.
 */
function isSafeBesideWriter(sqliteVersion = ''): boolean {
  const parts = sqliteVersion.split('.').map(Number);
  for (const [place, least] of firstSafe.entries()) {
    const part = parts[place] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}
