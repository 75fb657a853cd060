import { ApiClient, Caller, routes } from '@hookwell/client/api';
import type { LiveClient } from '@hookwell/client/live';
import { teamId } from '../page/team-address.ts';

let refused = (): void => {};

/** The statuses that may tell of an ended session, or that the user has another role in the team, or none. */
const refusals: readonly number[] = teamId === undefined ? [401] : [401, 403, 404];

/** Calls the listener after every refusal that may be about the user, and not about what was asked for. */
export function onRefused(listener: () => void): void {
  refused = listener;
}

/** Calls the page's own origin with the cookie of the session, for the account of the page. */
export const caller = new Caller(routes, {
  account: teamId,
  fetch: async (url, init) => {
    // A deletion that is sent as the page is left arrives all the same.
    const response = await fetch(url, { ...init, keepalive: init.method === 'DELETE' });
    if (refusals.includes(response.status)) refused();
    return response;
  },
});

export const client = new ApiClient(caller);

/** The client of the live stream, which the page needs seldom: mostly a worker has one. */
export async function loadLiveClient(): Promise<LiveClient> {
  const { LiveClient } = await import('@hookwell/client/live');
  return new LiveClient(caller);
}
