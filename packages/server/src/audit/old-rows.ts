import type { Database } from '../database/tables.ts';

/** An account has so many rows: more are removed by the next round of the retention. */
const mostRowsOfAccount = 10_000;
/** Rows are kept for so long. */
export const keptForMs = 90 * 24 * 60 * 60 * 1000;

/** Removes rows that are too old. Resolves with their number. */
export async function removeOldNotes(
  { store, clock }: { store: { db: Database }; clock: () => number },
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await store.db
    .deleteFrom('audit')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('audit')
        .select('id')
        .where('at', '<=', clock() - keptForMs)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The accounts that something was done to since then. */
export async function accountsNotedSince(db: Database, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('audit')
    .select('account_id')
    .distinct()
    .where('at', '>', since)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** The oldest rows of one action of an account, up to an id. */
export interface Excess {
  accountId: number;
  action: string;
  throughId: number;
}

/**
 * What an account has too much of. The actions that it has most of give way: a script that clears once a second, or somebody who hides
 * something behind ten thousand new names, pushes out no log-in and no member.
 */
export async function findExcess(
  db: Database,
  accountId: number,
  most: number = mostRowsOfAccount,
): Promise<Excess[]> {
  const counts = await db
    .selectFrom('audit')
    .select(['action', (eb) => eb.fn.countAll().as('rows')])
    .where('account_id', '=', accountId)
    .groupBy('action')
    .execute();
  const level = levelOf(
    counts.map(({ rows }) => Number(rows)),
    most,
  );
  const excess: Excess[] = [];
  for (const { action, rows } of counts) {
    if (Number(rows) <= level) continue;
    const newest = await db
      .selectFrom('audit')
      .select('id')
      .where('account_id', '=', accountId)
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .offset(level)
      .limit(1)
      .executeTakeFirst();
    if (newest !== undefined) excess.push({ accountId, action, throughId: newest.id });
  }
  return excess;
}

/** The largest number that each of these counts may be cut to so that all together are not more than `most`; if they are none now, Infinity. */
function levelOf(counts: readonly number[], most: number): number {
  let left = most;
  const rising = counts.toSorted((one, other) => one - other);
  for (const [index, count] of rising.entries()) {
    const share = Math.floor(left / (rising.length - index));
    if (count > share) return share;
    left -= count;
  }
  return Number.POSITIVE_INFINITY;
}

/** Removes some of it. Resolves with their number. */
export async function removeExcess(
  db: Database,
  { accountId, action, throughId }: Excess,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('audit')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('audit')
        .select('id')
        .where('account_id', '=', accountId)
        .where('id', '<=', throughId)
        .where('action', '=', action)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
