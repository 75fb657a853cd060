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
    /** Whether it copies captures now: other connections see nothing of them. */
    const isCopying = async (): Promise<boolean> => {
      const { rows } = await look.query(
        `select from pg_stat_activity where datname = current_database() and query like 'insert into captured_request%'`,
      );
      return rows.length > 0;
    };
    const held = async (): Promise<number> => {
      const { rows } = await look
        .query(`select count(*)::int as held from account`)
        .catch(() => ({ rows: [{ held: 0 }] }));
      return rows[0].held;
    };

    for (let kill = 1; kill <= 4; kill++) {
      const child = workplace.spawn(command);
      const ended = once(child, 'exit');
      // Twice in the middle of the captures, and twice at any moment.
      while (kill <= 2 && !(await isCopying())) {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`);
        await sleep(5);
      }
      await sleep(randomInt(kill <= 2 ? 20 : 1_500));
      child.kill('SIGKILL');
      await ended;
      expect([0, accounts]).toContain(await held());
      if (kill <= 2) expect(await held()).toBe(0);
    }

    // The server notices only after a moment that the one that was killed is gone.
    for (;;) {
      const { code, error } = await workplace.runProcess(command);
      if (code === 0 || error.includes('--to is not empty')) break;
      expect(error).toMatch(/is running on --to: stop it first\n$/);
    }
    expect(await rowsOfPostgres(target.url)).toEqual(rowsOfFile(file));
  } finally {
    await target.remove();
  }
});
