import type { Usage } from '@hookwell/contract';
import { listEndpoints } from '../endpoints/public.ts';
import type { Store } from '../store/store.ts';

/** The captures that an account holds, by the counters of its endpoints. The sums are those of what is listed. */
export async function usageOfAccount(
  { db, captures }: Pick<Store, 'db' | 'captures'>,
  accountId: number,
): Promise<Usage> {
  const listed = await listEndpoints(db, accountId);
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
    });
  }
  return usage;
}
