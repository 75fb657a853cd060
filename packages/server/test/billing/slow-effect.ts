import { sql } from 'kysely';
import { inject } from 'vitest';
import { insideDatabase } from '../inside-database.ts';

/** A trigger that takes seconds; each database has its own language for it. */
const slow = {
  sqlite: [
    'create table many (n integer)',
    `insert into many
      select row_number() over () from sqlite_schema a, sqlite_schema b limit 400`,
    `create trigger slow after update of plan on account begin
      select count(*) from many a, many b, many c where a.n + b.n + c.n = 0;
    end`,
  ],
  postgres: [
    `create function sleep() returns trigger language plpgsql as
      'begin perform pg_sleep(3); return null; end'`,
    `create trigger slow after update of plan on account
      for each row execute function sleep()`,
  ],
};

const quick = {
  sqlite: ['drop trigger slow'],
  postgres: ['drop trigger slow on account'],
};

/** Makes the second half of processing a payment event, the write to the account, take seconds. */
export async function slowEffectDown(databaseUrl: string): Promise<void> {
  await run(databaseUrl, slow[inject('store')]);
}

/** Makes it quick again. */
export async function speedEffectUp(databaseUrl: string): Promise<void> {
  await run(databaseUrl, quick[inject('store')]);
}

async function run(databaseUrl: string, statements: readonly string[]): Promise<void> {
  await insideDatabase(databaseUrl, async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  });
}
