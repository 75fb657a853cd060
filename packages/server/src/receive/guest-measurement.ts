import { sql } from 'kysely';
import { answerBytes } from '../capture-log/size-limit.ts';
import type { Database } from '../database/tables.ts';

/** A row and its index entries count for so much beside the bytes that were sent. */
export const guestRowBytes = 160;

/** Stands for the network of guests that began before networks were noted. */
export const unknownNetwork = '';

/** A guest that has paid is no free guest: it has the space that it bought. */
const isFreeGuest = sql<boolean>`(account.email is null and account.kind is null
  and (account.plan = 'free' or account.status = 'canceled'))`;

/** The network in a row of `account` if it is a free guest's; else null. */
export const networkOfFreeGuest = sql<
  string | null
>`case when ${isFreeGuest} then coalesce(account.guest_network, ${sql.lit(unknownNetwork)}) end`;

/** The founder in a row of `account` if it is a free team's; else null. */
export const founderOfFreeTeam = sql<
  number | null
>`case when account.kind = 'team' and (account.plan = 'free' or account.status = 'canceled') then account.founder_id end`;

/** One query asks for so many networks: on SQLite other reads wait while it runs. */
const mostNetworksAtOnce = 500;

/**
 * Measures the bytes that all guests together hold, and those of each network that holds some, with
 * `guestRowBytes` for each capture, and more for those with answers. It reads the counters of the endpoints, found by the
 * index of the guests, and the sizes of their settings and contracts.
 */
export async function measureGuests(
  db: Database,
): Promise<{ all: number; byNetwork: Map<string, number> }> {
  const byNetwork = new Map<string, number>();
  const take = (rows: readonly { network: string | null; bytes: number | string }[]) => {
    for (const { network, bytes } of rows) {
      const known = byNetwork.get(network ?? unknownNetwork) ?? 0;
      byNetwork.set(network ?? unknownNetwork, known + Number(bytes));
    }
  };
  take(await bytesOfDocuments(db).groupBy('account.guest_network').execute());
  take(await bytesOfNetworks(db).where('account.guest_network', 'is', null).execute());
  for (let after = ''; ; ) {
    const rows = await bytesOfNetworks(db)
      .where('account.guest_network', '>', after)
      .orderBy('account.guest_network')
      .limit(mostNetworksAtOnce)
      .execute();
    take(rows);
    if (rows.length < mostNetworksAtOnce) break;
    after = rows.at(-1)?.network ?? after;
  }
  const all = [...byNetwork.values()].reduce((sum, bytes) => sum + bytes, 0);
  return { all, byNetwork };
}

/** Measures the bytes that the guests of one network hold. */
export async function measureNetwork(db: Database, network: string): Promise<number> {
  const isOfNetwork = sql<boolean>`account.guest_network = ${network}`;
  const held = await bytesOfNetworks(db).where(isOfNetwork).executeTakeFirst();
  const documents = await bytesOfDocuments(db)
    .where(isOfNetwork)
    .groupBy('account.guest_network')
    .executeTakeFirst();
  return Number(held?.bytes ?? 0) + Number(documents?.bytes ?? 0);
}

/** Few endpoints have settings or a contract. */
function bytesOfDocuments(db: Database) {
  const size = sql<number>`octet_length(document)`.as('size');
  const documents = db
    .selectFrom('endpoint_settings')
    .select(['endpoint_id', size])
    .unionAll(db.selectFrom('endpoint_contract').select(['endpoint_id', size]))
    .as('documents');
  const held = sql<number | string>`sum(documents.size)`;
  return db
    .selectFrom(documents)
    .innerJoin('endpoint', 'endpoint.id', 'documents.endpoint_id')
    .innerJoin('account', 'account.id', 'endpoint.account_id')
    .select(['account.guest_network as network', held.as('bytes')])
    .where('account.email', 'is', null)
    .where(isFreeGuest);
}

function bytesOfNetworks(db: Database) {
  const held = sql<number | string>`sum(endpoint.capture_bytes
    + endpoint.capture_count * ${sql.lit(guestRowBytes)}
    + case when endpoint.settings_version = 0 then 0
      else endpoint.capture_count * ${sql.lit(answerBytes)} end)`;
  return (
    db
      .selectFrom('account')
      .innerJoin('endpoint', 'endpoint.account_id', 'account.id')
      .select(['account.guest_network as network', held.as('bytes')])
      // `isFreeGuest` says it too. This condition matches the partial index.
      .where('account.email', 'is', null)
      .where(isFreeGuest)
      .where('endpoint.capture_count', '>', 0)
      .groupBy('account.guest_network')
  );
}
