import type { Endpoint } from '@hookwell/client';
import { client } from '../service/client.ts';
import { queryClient } from '../service/queries.ts';
import { endpointsKey, sessionNow } from '../session/session.ts';
import { onCopied } from '../ui/copy-text.ts';

/**
 * Keeps an endpoint of a guest once its URL was copied, since a sender may have it by now. A log-in drops an endpoint
 * that was never used, and one that was given a name counts as used: so it gets the name that it has anyway.
 */
export function keepCopiedEndpoints(): void {
  const kept = new Set<string>();
  onCopied((text) => {
    const token = /\/wh\/([a-z0-9]+)/.exec(text)?.[1];
    const session = sessionNow();
    if (token === undefined || session?.kind !== 'user' || !session.principal.isGuest) return;
    const endpoints: Endpoint[] = queryClient.getQueryData(endpointsKey) ?? [];
    const endpoint = endpoints.find((one) => one.token === token);
    if (endpoint === undefined || kept.has(token)) return;
    kept.add(token);
    client.endpoints.rename(token, endpoint.badgeName).catch(() => kept.delete(token));
  });
}
