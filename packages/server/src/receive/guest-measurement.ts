import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** What a row and its index entries count for beside what was sent. */
export const guestRowBytes = 160;

/** Stands for the network of guests from before it was noted. */
export const unknownNetwork = '';

/** One for whom somebody pays is no such guest: that one has the space that was bought. */
const isFreeGuest = sql<boolean>`(account.email is null
  and (account.plan = 'free' or account.status = 'canceled'))`;

/** The network in a row of `account` where that is a guest's, as far as the space for guests goes; else null. */
export const networkOfFreeGuest = sql<
  string | null
>`case when ${isFreeGuest} then coalesce(account.guest_network, ${sql.lit(unknownNetwork)}) end`;

/** How many networks one query takes: what users read waits while it runs. */
const networksAtOnce = 500;

/**
 * What all guests together hold, and those of each network that holds something: bytes, with
 * `guestRowBytes` for each capture. From the counters of the endpoints, found by the index of the guests.
 */
export async function readGuestBytes(
  db: Kysely<Tables>,
): Promise<{ all: number; byNetwork: Map<string, number> }> {
  const byNetwork = new Map<string, number>();
  const take = (rows: readonly { network: string | null; bytes: number | string }[]) => {
    for (const { network, bytes } of rows) {
      byNetwork.set(network ?? unknownNetwork, Number(bytes));
    }
  };
  take(await bytesOfNetworks(db).where('account.guest_network', 'is', null).execute());
  for (let after = ''; ; ) {
    const rows = await bytesOfNetworks(db)
      .where('account.guest_network', '>', after)
      .orderBy('account.guest_network')
      .limit(networksAtOnce)
      .execute();
    take(rows);
    if (rows.length < networksAtOnce) break;
    after = rows.at(-1)?.network ?? after;
  }
  const all = [...byNetwork.values()].reduce((sum, bytes) => sum + bytes, 0);
  return { all, byNetwork };
}

function bytesOfNetworks(db: Kysely<Tables>) {
  const held = sql<number | string>`sum(endpoint.capture_bytes
    + endpoint.capture_count * ${sql.lit(guestRowBytes)})`;
  return (
    db
      .selectFrom('account')
      .innerJoin('endpoint', 'endpoint.account_id', 'account.id')
      .select(['account.guest_network as network', held.as('bytes')])
      // Once more by itself: so it names the index.
      .where('account.email', 'is', null)
      .where(isFreeGuest)
      .where('endpoint.capture_count', '>', 0)
      .groupBy('account.guest_network')
  );
}
