import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { rowsOfFile, rowsOfPostgres } from '../../server/test/operator/move-to-postgres/rows.ts';
import { connect } from '../../server/test/postgres/connect.ts';
import { postgresDatabase } from '../../server/test/store/postgres-database.ts';
import { Workplace } from './hookwell-process.ts';

const accounts = 300;
const captures = 6_000;
/** The number of accounts, each with a session. */
const rows = accounts * 2 + captures;

/** Some 30 MB: accounts with sessions, captures of up to 8 KB and a few of up to 6 MB. */
function fill(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('begin');
  const account = database.prepare(
    `insert into account (id, plan, status, created_at) values (?, 'free', 'active', 0)`,
  );
  const session = database.prepare(
    'insert into session (account_id, token_hash, created_at, renewed_at, expires_at) values (?, ?, 0, 0, 0)',
  );
  for (let id = 1; id <= accounts; id++) {
    account.run(id);
    session.run(id, randomBytes(32).toString('hex'));
  }
  const capture = database.prepare(
    `insert into captured_request values (?, ?, 0, 'POST', '/wh/x', '[]', 0, '::1', ?)`,
  );
  for (let id = 1; id <= captures; id++) {
    const size = id % 1_500 === 0 ? randomInt(1, 6) * 1024 * 1024 : randomInt(8_192);
    capture.run(id, randomInt(accounts), randomBytes(size));
  }
  database.exec(`update capture_log set last_id = ${captures}; commit`);
  database.close();
}

test('killed at any moment and run again, it loses nothing and doubles nothing', async () => {
  await using workplace = new Workplace();
  const file = join(workplace.folder, 'hookwell.db');
  workplace.environment.HOOKWELL_DATABASE_URL = `sqlite:${file}`;
  workplace.makeDatabaseFile();
  await workplace.output(['account', 'list']);
  fill(file);
  const target = await postgresDatabase();
  try {
    const command = ['migrate-store', '--from', `sqlite:${file}`, '--to', target.url];
    await using look = await connect(target.url);
    const movedRows = async (): Promise<number> => {
      const answer = await look
        .query('select moved_rows from store_migration')
        .catch(() => undefined);
      return Number(answer?.rows[0]?.moved_rows ?? 0);
    };

    /** Kills it a moment after it has copied more than before, or at any moment; gives the copied rows. */
    const runAndKill = async (copying: { beyond: number } | undefined): Promise<number> => {
      const child = workplace.spawn(command);
      const ended = once(child, 'exit');
      while (copying !== undefined && (await movedRows()) <= copying.beyond) {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`);
        await sleep(5);
      }
      await sleep(randomInt(copying === undefined ? 1_500 : 20));
      child.kill('SIGKILL');
      await ended;
      return await movedRows();
    };

    const copied = [0];
    for (let kill = 1; kill <= 2; kill++) {
      copied.push(await runAndKill({ beyond: copied.at(-1) ?? 0 }));
    }
    expect(copied.at(-1)).toBeLessThan(rows);
    copied.push(await runAndKill(undefined));
    copied.push(await runAndKill({ beyond: rows - 1 }));
    // Before it compares, while it does, or when it is done.
    copied.push(await runAndKill(undefined));
    expect(copied).toEqual(copied.toSorted((a, b) => a - b));

    const { code, error } = await workplace.runProcess(command);
    expect(error).toMatch(
      /^(copying .*\n)?(hookwell: .* is not empty: a migration into it was finished.*\n)?$/,
    );
    expect(code).toBe(error.includes('finished') ? 1 : 0);
    expect(await rowsOfPostgres(target.url)).toEqual(rowsOfFile(file));
  } finally {
    await target.remove();
  }
});
