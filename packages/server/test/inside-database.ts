import type { Kysely } from 'kysely';
import { pino } from 'pino';
import type { Tables } from '../src/database/tables.ts';
import { openStore } from '../src/store/open-store.ts';

/** Opens the database beside its server, as operator commands do, for as long as the work takes. */
export async function insideDatabase<Result>(
  url: string,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const store = await openStore({ url, role: 'operator', log: pino({ level: 'silent' }) });
  try {
    return await work(store.db);
  } finally {
    await store.close();
  }
}
