import { sql } from 'kysely';
import { isGuestRow } from '../account-kind.ts';
import type { Database } from '../database/tables.ts';

/** A guest as operators see it. */
export interface GuestSummary {
  id: number;
  /** An IPv4 address, or the /64 of an IPv6 one; absent for guests that began before it was noted. */
  network?: string;
  /** ISO 8601. */
  createdAt: string;
  endpoints: number;
  /** The captured requests of all its endpoints. */
  requests: number;
  /** Of their bodies, headers and addresses. */
  bytes: number;
}

/** Every guest, those that hold the most bytes first. */
export async function listGuests({ db }: { db: Database }): Promise<GuestSummary[]> {
  const total = (column: 'capture_count' | 'capture_bytes') =>
    sql<number | string>`coalesce(sum(${sql.ref(`endpoint.${column}`)}), 0)`;
  const rows = await db
    .selectFrom('account')
    .leftJoin('endpoint', 'endpoint.account_id', 'account.id')
    .where(isGuestRow)
    .select([
      'account.id',
      'account.guest_network',
      'account.created_at',
      (eb) => eb.fn.count('endpoint.id').as('endpoints'),
      total('capture_count').as('requests'),
      total('capture_bytes').as('bytes'),
    ])
    .groupBy('account.id')
    .orderBy(total('capture_bytes'), 'desc')
    .orderBy('account.id')
    .execute();
  return rows.map(({ id, guest_network, created_at, endpoints, requests, bytes }) => ({
    id,
    ...(guest_network === null ? {} : { network: guest_network }),
    createdAt: new Date(created_at).toISOString(),
    endpoints: Number(endpoints),
    requests: Number(requests),
    bytes: Number(bytes),
  }));
}
