import { sql } from 'kysely';
import type { AccountChanges } from '../account-changes.ts';
import type { Database } from '../tables.ts';

const lookIntervalMs = 1000;

/**
 * Tells of what other processes commit to the database: operator commands. SQLite counts their commits for the
 * connection that asks, so it is asked once a second while anybody wants to know.
 * @returns a function that stops it
 */
export function followOtherProcesses(db: Database, changes: AccountChanges): () => void {
  let known: number | undefined;

  async function look(): Promise<void> {
    // A statement that is no SELECT goes to the writing thread, whose own commits do not count.
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db);
    const version = rows[0]?.data_version;
    if (known !== undefined && version !== known) changes.heard('any');
    known = version;
  }

  let looking = Promise.resolve();
  /** A thread that was lost is another one at the next look. */
  const lookNext = (): void => {
    looking = looking.then(look).catch(() => undefined);
  };
  lookNext();
  const looks = setInterval(() => changes.isWanted && lookNext(), lookIntervalMs).unref();
  return () => clearInterval(looks);
}
