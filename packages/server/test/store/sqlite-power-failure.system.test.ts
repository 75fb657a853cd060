import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { refuseDamagedFiles } from '../../src/database/sqlite/damaged-files.ts';
import { Random } from '../random.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookwell-power-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The files of a database, as they stand on the disk. */
interface Files {
  database: Buffer;
  log: Buffer;
}

test('a power failure in the middle of a transaction is never taken for damage', () => {
  const random = new Random(32);
  const database = new Writing(join(folder, 'writing.db'), random);
  const failed = join(folder, 'failed.db');
  for (let transaction = 0; transaction < 60; transaction += 1) {
    const before = database.files();
    const acknowledged = database.count;
    database.transaction();
    const after = database.files();
    for (let failure = 0; failure < 2; failure += 1) {
      writeFileSync(failed, partly(random, before.database, after.database));
      // The log is flushed before the database is written, and its header before its frames.
      const isCheckpointed = !before.database.equals(after.database);
      const log = isCheckpointed ? after.log : partly(random, before.log, after.log);
      after.log.copy(log, 0, 0, 32);
      writeFileSync(`${failed}-wal`, log);
      rmSync(`${failed}-shm`, { force: true });
      refuseDamagedFiles(failed);
      const recovered = countIn(failed);
      expect(recovered === acknowledged || recovered === database.count).toBe(true);
    }
  }
  expect(database.restarts).toBeGreaterThan(3);
  database.close();
});

/** Writes as the server does, with a cache so small that long transactions reach the log before their commit. */
class Writing {
  readonly #file: string;
  readonly #random: Random;
  readonly #database: DatabaseSync;
  #salts = '';
  count = 0;
  restarts = 0;

  constructor(file: string, random: Random) {
    this.#file = file;
    this.#random = random;
    this.#database = new DatabaseSync(file);
    this.#database.exec(`pragma auto_vacuum = incremental; pragma journal_mode = wal;
      pragma synchronous = full; pragma wal_autocheckpoint = 60; pragma cache_size = 10;
      create table stored (id integer primary key, body blob); pragma wal_checkpoint(truncate)`);
  }

  /** Inserts, and now and then removes, shrinks the file, or gives up. */
  transaction(): void {
    const random = this.#random;
    if (random.chance(0.1)) return this.#database.exec('pragma incremental_vacuum(5)');
    const rows = 1 + random.size(12);
    this.#database.exec('begin');
    const insert = this.#database.prepare('insert into stored (body) values (?)');
    for (let row = 0; row < rows; row += 1)
      insert.run(new Uint8Array(random.size(10_000)).fill(random.below(256)));
    if (random.chance(0.2)) return this.#database.exec('rollback');
    const { changes } = random.chance(0.2)
      ? this.#database.prepare('delete from stored where id % 3 = 0').run()
      : { changes: 0 };
    this.#database.exec('commit');
    this.count += rows - Number(changes);
  }

  files(): Files {
    const log = readFileSync(`${this.#file}-wal`);
    const salts = log.subarray(16, 24).toString('hex');
    if (salts !== this.#salts) this.restarts += 1;
    this.#salts = salts;
    return { database: readFileSync(this.#file), log };
  }

  close(): void {
    this.#database.close();
  }
}

/** What a disk may have of a write that nobody flushed: of each sector the old or the new content, and an end between the two. */
function partly(random: Random, before: Buffer, after: Buffer): Buffer {
  const result = Buffer.from(after);
  const sector = random.pick([512, 4096]);
  const lost = random.next();
  for (let at = 0; at < after.length; at += sector) {
    if (!random.chance(lost)) continue;
    result.fill(0, at, Math.min(at + sector, result.length));
    if (at < before.length) before.copy(result, at, at, at + sector);
  }
  const isShorter = random.chance(0.3) && after.length > before.length;
  return isShorter
    ? result.subarray(0, before.length + random.below(after.length - before.length))
    : result;
}

function countIn(file: string): number {
  const database = new DatabaseSync(file);
  try {
    return Number(database.prepare('select count(*) as count from stored').get()?.count);
  } finally {
    database.close();
  }
}
