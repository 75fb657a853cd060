import { HookwellError, type Service } from '@hookwell/client';
import { ApiClient, Caller, routes } from '@hookwell/client/api';
import type { LiveClient } from '@hookwell/client/live';
import { QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { teamId } from '../page/this-page.ts';

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
    const { signal, method } = init;
    // The call that ends the session goes on.
    const isEnd = method !== 'GET' && String(url).includes('/api/auth/');
    // What was asked in one session is not asked in the next. As a refusal it is not repeated either.
    while (hold !== undefined && !isEnd)
      if (await hold) return new Response(undefined, { status: 401 });
    signal?.throwIfAborted();
    // A deletion that is sent as the page is left arrives all the same.
    const called = fetch(url, { ...init, keepalive: init.method === 'DELETE' });
    underWay.add(called);
    try {
      const response = await called;
      if (refusals.includes(response.status)) refused();
      return response;
    } finally {
      underWay.delete(called);
    }
  },
});

/** One that hangs keeps nobody from logging out. */
const maxWaitMs = 2000;

const underWay = new Set<Promise<Response>>();
let hold: Promise<boolean> | undefined;

/** Lets the held calls go on, or refuses them because their session is over. */
export type Release = (isOver?: boolean) => void;

/**
 * Holds all further calls back until what it returns is called, and resolves once those under way are answered: a call that meets the end
 * of its session would be refused.
 */
export async function holdCalls(): Promise<Release> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  hold = promise;
  const waited = new Promise((passed) => setTimeout(passed, maxWaitMs));
  await Promise.race([Promise.allSettled(underWay), waited]);
  return (isOver = false) => {
    hold = undefined;
    resolve(isOver);
  };
}

export const client = new ApiClient(caller);

/** The client of the live stream, which the page needs seldom: mostly a worker has one. */
export async function loadLiveClient(): Promise<LiveClient> {
  const { LiveClient } = await import('@hookwell/client/live');
  return new LiveClient(caller);
}

/** Whether a call that failed so may succeed later: the service was away or busy, and did not refuse it. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof HookwellError)) return true;
  const { status } = error;
  return status === 0 || status === 429 || status >= 500;
}

/** Whether the thing that a call was about does not exist, or no longer. */
export function isGone(error: unknown): boolean {
  return error instanceof HookwellError && error.status === 404;
}

/** Holds the answers of the service. It repeats no call, since the client itself does that. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000 },
    mutations: { retry: false },
  },
});

export const serviceQuery = queryOptions({
  queryKey: ['service'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => client.service.get({ signal }),
});

/** The service's description of itself. Suspends until it is known. */
export function useService(): Service {
  return useSuspenseQuery(serviceQuery).data;
}

/** The URL to give to the sender of a webhook. */
export function receiveUrl(service: Service, token: string): string {
  return `${service.receiveBaseUrl.replace(/\/$/, '')}/wh/${token}`;
}

/** Whether a host, as `URL` writes it, is the machine itself (https://www.w3.org/TR/secure-contexts/#potentially-trustworthy-origin). */
export function isLoopback(hostname: string): boolean {
  return /^(127(\.\d+){3}|\[::(1|ffff:7f[\da-f]{2}:[\da-f]{1,4})\]|(.+\.)?localhost\.?)$/.test(
    hostname,
  );
}
