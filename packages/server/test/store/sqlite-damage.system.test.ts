import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredCapture } from '../../src/capture-log/captures.ts';
import { unpackCaptures } from '../../src/capture-log/sqlite/capture-rows.ts';
import { checkCounts } from '../../src/capture-log/sqlite/count-check.ts';
import { readByIds, readPage } from '../../src/capture-log/sqlite/read-page.ts';
import { CannotOpenStore } from '../../src/database/errors.ts';
import type { Connection } from '../../src/database/sqlite/connection.ts';
import { refuseDamagedFiles } from '../../src/database/sqlite/damaged-files.ts';
import { resultCode } from '../../src/database/sqlite/errors.ts';
import { openForWriting } from '../../src/database/sqlite/open-connection.ts';
import { backupStore, openStore } from '../../src/store/open-store.ts';
import { eventually } from '../eventually.ts';
import { Random } from '../random.ts';
import { type Damage, damageFile, damageText, someDamage } from './damage.ts';
import { silentLog, sqliteDatabase } from './sqlite-database.ts';
import { addAccountWithEndpoint, newCapture } from './store-rows.ts';

describe('a damaged SQLite database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-damage-'));
  const pristine = join(folder, 'pristine.db');
  const file = join(folder, 'hookwell.db');
  const log = `${file}-wal`;
  let accounts: number[] = [];
  /** By their ids. */
  let stored: Map<number, string>;
  /** The highest id of each transaction. */
  const commits: number[] = [];

  beforeAll(async () => {
    const database = await sqliteDatabase();
    const store = await database.open();
    const random = new Random(30);
    const owned = [await addAccountWithEndpoint(store), await addAccountWithEndpoint(store)];
    accounts = owned.map(({ accountId }) => accountId);
    for (let group = 0; group < 60; group += 1) {
      const group = random.list(1 + random.below(6), (index) =>
        store.captures.append(
          newCapture(random.pick(owned).endpointId, {
            body: String(random.next()).repeat(1 + random.size(1200)),
            target: `/wh/token?${random.next()}`,
            ...(index % 3 === 0 && { keptHeaders: `[0,"X-A","${random.next()}"]` }),
            ...(index % 3 === 1 && {
              contract: { verdict: 'differs', finding: `{"verdict":"${random.next()}"}` },
            }),
          }),
        ),
      );
      const ids = (await Promise.all(group)).map((one) => one?.id ?? 0);
      commits.push(Math.max(...ids));
      // Half of them are in the file, and half in the log.
      if (commits.length === 30) await store.threads.reader.ask('checkpoint', null);
    }
    copyFileSync(database.file, pristine);
    copyFileSync(`${database.file}-wal`, `${pristine}-wal`);
    await store.close();
    await database.remove();
    restore();
    const whole = readAll();
    stored = whole.seen;
    expect([whole.isLoud, stored.size]).toEqual([false, commits.at(-1)]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function restore(): void {
    rmSync(`${file}-shm`, { force: true });
    copyFileSync(pristine, file);
    copyFileSync(`${pristine}-wal`, log);
  }

  /** Opens the database as it is and reads everything in all ways. */
  function readAll(): Read {
    const seen = new Map<number, string>();
    let isLoud = false;
    let connection: Connection | undefined;
    try {
      refuseDamagedFiles(file);
      connection = openForWriting(file);
      for (const accountId of accounts) {
        const [pages, damaged] = readAccount(connection, accountId);
        for (const [id, capture] of pages) seen.set(id, textOf(accountId, capture));
        if (damaged.length > 0) isLoud = true;
      }
      if (checkCounts(connection, 0).differing.length > 0) isLoud = true;
    } catch (error) {
      if (!(error instanceof CannotOpenStore) && resultCode(error) === 0) throw error;
      isLoud = true;
    } finally {
      connection?.close();
    }
    return { seen, isLoud };
  }

  test('serves nothing that was not stored, and leaves nothing out without a word', () => {
    const fates = { loud: 0, unharmed: 0 };
    for (let round = 0; round < 50; round += 1) {
      restore();
      const random = new Random(30, round);
      const damage = someDamage(random, statSync(file).size);
      damageFile(file, damage);
      const { seen, isLoud } = readAll();
      expectAsStored(seen, damage);
      if (!isLoud)
        expect([damageText(damage), seen.size]).toEqual([damageText(damage), stored.size]);
      fates[isLoud ? 'loud' : 'unharmed'] += 1;
    }
    expect(fates.loud).toBeGreaterThan(10);
  });

  test('with a damaged log does not start, unless only the last transaction is gone', () => {
    let refused = 0;
    for (let round = 0; round < 30; round += 1) {
      restore();
      const random = new Random(31, round);
      const damage = someDamage(random, statSync(log).size);
      damageFile(log, damage);
      const { seen, isLoud } = readAll();
      expectAsStored(seen, damage);
      if (isLoud) refused += 1;
      // Whoever cuts a log off leaves no trace.
      else if (damage.kind !== 'cut')
        expect(Math.max(...seen.keys()), damageText(damage)).toBeGreaterThanOrEqual(
          commits.at(-3) ?? 0,
        );
    }
    expect(refused).toBeGreaterThan(10);
  });

  test('does not start with a damaged log, and says how it would', async () => {
    restore();
    damageFile(log, { kind: 'flip', at: 100_000, bit: 1 });
    const url = `sqlite:${file}`;
    const refusal =
      /hookwell\.db-wal is damaged at byte (\d+), and \d+ commits or more stand behind/;
    for (const role of ['server', 'operator'] as const)
      await expect(openStore({ url, role, log: silentLog })).rejects.toThrow(refusal);
    await expect(backupStore(url, join(folder, 'copy.db'))).rejects.toThrow(refusal);
    const [, at = ''] =
      refusal.exec(
        String(await openStore({ url, role: 'server', log: silentLog }).catch(String)),
      ) ?? [];
    damageFile(log, { kind: 'cut', at: Number(at) });
    const { seen } = readAll();
    expect(seen.size).toBeGreaterThan(0);
    expectAsStored(seen, { kind: 'cut', at: Number(at) });
  });

  test('does not start if the file is cut off', async () => {
    restore();
    // The log may have the last pages.
    damageFile(file, { kind: 'cut', at: 4 * 4096 });
    const opening = openStore({ url: `sqlite:${file}`, role: 'server', log: silentLog });
    await expect(opening).rejects.toThrow(/hookwell\.db is cut off: \d+ of its pages are missing/);
  });

  test('shows no capture at an endpoint that the index alone has it at', () => {
    restore();
    const index = `name = 'captured_request_by_endpoint'`;
    const columns = 'type, name, tbl_name, rootpage, sql';
    // Each step is a connection that knows the schema which the one before has left.
    const steps = [
      `create table kept as select ${columns} from sqlite_schema where ${index};
        delete from sqlite_schema where ${index}`,
      'update captured_request set endpoint_id = 3 - endpoint_id, head_checksum = null where id = 5',
      `insert into sqlite_schema (${columns}) select ${columns} from kept`,
    ];
    for (const step of steps) {
      const connection = new DatabaseSync(file, { defensive: false });
      connection.exec(`pragma writable_schema = on; ${step}`);
      connection.close();
    }
    const { seen, isLoud } = readAll();
    expect([seen.has(5), seen.size, isLoud]).toEqual([false, stored.size - 1, true]);
  });

  test('says which endpoints miss captures in the index', async () => {
    restore();
    const connection = openForWriting(file);
    connection.run('update endpoint set capture_count = capture_count + 1 where id = 2');
    connection.close();
    const lines: string[] = [];
    const logger = pino({}, { write: (line) => void lines.push(line) });
    const store = await openStore({ url: `sqlite:${file}`, role: 'server', log: logger });
    await eventually(() => lines.length > 0);
    await store.close();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /Captures of endpoint 2 are missing or miscounted .*docs\/databases\.md/,
    );
  });

  function expectAsStored(seen: ReadonlyMap<number, string>, damage: Damage): void {
    for (const [id, text] of seen)
      if (text !== stored.get(id))
        expect.fail(`${damageText(damage)}: capture ${id} is read as ${text.slice(0, 500)}`);
  }
});

interface Read {
  /** Everything about a capture and who sees it, as text. */
  seen: Map<number, string>;
  isLoud: boolean;
}

function readAccount(
  connection: Connection,
  accountId: number,
): [Map<number, StoredCapture>, number[]] {
  const whole = { maxBytes: 1024 ** 3, withBody: true };
  const query = { limit: 1000, order: 'oldestFirst' as const };
  const page = readPage(connection, { accountId }, { ...whole, ...query });
  const captures = unpackCaptures(page);
  const ids = captures.map(({ id }) => id);
  const byIds = readByIds(connection, { accountId }, ids, { ...whole, withKeptHeaders: true });
  const found = new Map(captures.map((capture) => [capture.id, capture]));
  for (const [id, keptHeaders] of byIds.kept ?? []) {
    const capture = found.get(id);
    if (capture !== undefined) capture.keptHeaders = keptHeaders;
  }
  for (const id of byIds.damaged) found.delete(id);
  return [found, [...page.damaged, ...byIds.damaged]];
}

function textOf(accountId: number, { body, ...capture }: StoredCapture): string {
  return `${accountId} ${JSON.stringify(capture)} ${Buffer.from(body ?? []).toString('latin1')}`;
}
