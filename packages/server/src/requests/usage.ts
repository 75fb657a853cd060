import type { EndpointUsage, Usage } from '@hookwell/core/api';
import { hourMs } from '../capture-log/counted-captures.ts';
import type { Database } from '../database/tables.ts';
import { listEndpoints } from '../endpoints/public.ts';
import type { Store } from '../store/store.ts';

const dayMs = 24 * hourMs;

/** The captures that an account holds, by the counters of its endpoints. The sums are those of what is listed. */
export async function usageOfAccount(
  { db, captures }: Pick<Store, 'db' | 'captures'>,
  accountId: number,
  now: number,
): Promise<Usage> {
  const listed = await listEndpoints(db, accountId);
  const removals = await removedSince(db, accountId, now - dayMs);
  const held = new Map((await captures.usage(accountId)).map((one) => [one.endpointId, one]));
  const usage: Usage = { requests: 0, bytes: 0, endpoints: [] };
  for (const { id, token } of listed) {
    const own = held.get(id);
    // It was deleted in between.
    if (own === undefined) continue;
    const { captures: requests, bytes, newest } = own;
    usage.requests += requests;
    usage.bytes += bytes;
    usage.endpoints.push({
      token,
      requests,
      bytes,
      ...(newest && {
        newestId: newest.id,
        newestAt: new Date(newest.receivedAt).toISOString(),
      }),
      ...removedIn(removals.filter(({ endpointId }) => endpointId === id)),
    });
  }
  return usage;
}

/** What the retention removed of each endpoint, by cause. */
async function removedSince(db: Database, accountId: number, since: number) {
  return await db
    .selectFrom('removal')
    .innerJoin('endpoint', 'endpoint.id', 'removal.endpoint_id')
    .select((eb) => [
      'removal.endpoint_id as endpointId',
      'removal.cause as by',
      eb.fn.sum<number | string>('removal.captures').as('captures'),
    ])
    .where('endpoint.account_id', '=', accountId)
    .where('removal.hour', '>', Math.floor(since / hourMs))
    .groupBy(['removal.endpoint_id', 'removal.cause'])
    .orderBy('captures', 'desc')
    .execute();
}

/** All of them, with the cause that comes first. */
function removedIn(
  removals: Awaited<ReturnType<typeof removedSince>>,
): Pick<EndpointUsage, 'removed'> {
  const [most] = removals;
  if (most === undefined) return {};
  const count = removals.reduce((sum, { captures }) => sum + Number(captures), 0);
  return { removed: { count, by: most.by } };
}

/** Removes counts that are older than a day. Resolves with their number. */
export async function removeOldRemovals(
  { store, clock }: { store: Pick<Store, 'db'>; clock: () => number },
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await store.db
    .deleteFrom('removal')
    .where((eb) =>
      eb(
        eb.refTuple('endpoint_id', 'hour', 'cause'),
        'in',
        eb
          .selectFrom('removal')
          .select(['endpoint_id', 'hour', 'cause'])
          .where('hour', '<=', Math.floor((clock() - dayMs) / hourMs))
          .limit(limit)
          .$asTuple('endpoint_id', 'hour', 'cause'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
