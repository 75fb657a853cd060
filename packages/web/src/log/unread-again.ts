import type { HookwellClient } from '@hookwell/client';
import type { UnreadRequests } from './unread-requests.ts';

/**
 * Forgets unread requests that are not stored any more, as far as the number of the stored ones tells: retention removes
 * the oldest, and an endpoint that is gone has none.
 * @throws {HookwellError} if the service does not answer
 */
export async function forgetUnstored(
  client: Pick<HookwellClient, 'endpoints' | 'requests'>,
  unread: UnreadRequests,
): Promise<void> {
  // Requests that arrive from here on are among the stored ones at most, so none is forgotten.
  const known = unread.state();
  const [usage, endpoints] = await Promise.all([client.requests.usage(), client.endpoints.list()]);
  const stored = new Map(usage.endpoints.map(({ token, requests }) => [token, requests]));
  const counts = new Map(endpoints.map(({ id, token }) => [id, stored.get(token) ?? 0]));
  const gone = new Set<number>();
  for (const [endpointId, { ids }] of known) {
    const left = counts.get(endpointId) ?? 0;
    for (const id of ids.slice(0, Math.max(0, ids.length - left))) gone.add(id);
  }
  unread.markReadWhere(({ id }) => gone.has(id));
}
