import type { Endpoint, Principal } from '@hookwell/client';
import type { OfOwners } from '@hookwell/core/api/operations';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { feed } from '../live/feed.ts';
import { teamId, writeSetting } from '../page/this-page.ts';
import { holdCalls, queryClient, type Release } from '../service/client.ts';
import { type Start, start, type TeamOfUser } from './start.ts';

/** The page keeps the endpoints that it knows under this key. */
export const endpointsKey = ['endpoints'] as const;

/** The account of the page. */
export interface User {
  /** The user's own account, or the team. */
  principal: Principal;
  team?: TeamOfUser;
}

export type Session =
  | ({ kind: 'user' } & User)
  | { kind: 'nobody' }
  /** The session ended elsewhere. A page that showed it has its last user. */
  | { kind: 'ended'; wasGuest: boolean; last?: User }
  /** The user is no member of the page's team, or no more. */
  | { kind: 'outside' };

let last: User | undefined;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<Session> => {
    const started = await (teamId === undefined
      ? start()
      : import('./start-team.ts').then(({ startTeam }) => startTeam()));
    if (started.kind === 'nobody' || started.kind === 'outside') return started;
    if (started.kind === 'ended' || isNewGuest(started)) return endedSession(started);
    const { endpoints, ...user } = started;
    last = user;
    queryClient.setQueryData(endpointsKey, endpoints);
    return user;
  },
});

/** Whether another tab has logged out meanwhile, so that its next guest is the user of this browser. */
function isNewGuest({ principal }: Extract<Start, { kind: 'user' }>): boolean {
  return last !== undefined && principal.isGuest && principal.id !== last.principal.id;
}

function endedSession(started: Start): Session {
  if (last !== undefined) return { kind: 'ended', wasGuest: last.principal.isGuest, last };
  return { kind: 'ended', wasGuest: started.kind === 'ended' && started.wasGuest };
}

/** The session of the page. Suspends until it is known. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

export function sessionNow(): Session | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey);
}

/** The account's endpoints, as far as the page knows. */
export function endpointsNow(): readonly Endpoint[] {
  const known: Endpoint[] | undefined = queryClient.getQueryData(endpointsKey);
  return known ?? [];
}

/** Whether the user has an endpoint with the id, as far as the page knows. */
export function hasEndpoint(id: number): boolean {
  return endpointsNow().some((endpoint) => endpoint.id === id);
}

/** To be called before the browser becomes somebody else who may be a guest as well: a new guest means a log-out elsewhere. */
export function forgetUser(): void {
  last = undefined;
}

/** Shows what is new about the same user, such as the plan. */
export function showUser(user: User): void {
  last = user;
  // Equal data stays the same object, so nothing is drawn again in vain.
  queryClient.setQueryData(sessionQuery.queryKey, (): Session => ({ kind: 'user', ...user }));
}

/** The account of the page and, if that is a team, the user's place in it. Only for parts that are shown to a user. */
export function useUser(): User {
  const session = useSession();
  const user = session.kind === 'ended' ? session.last : session;
  if (user === undefined || !('principal' in user)) throw new Error('Nobody is logged in');
  return user;
}

/** The account of the page: a guest's, a registered one or a team. */
export function usePrincipal(): Principal {
  return useUser().principal;
}

/** The tabs of this browser, whatever their accounts. */
const otherTabs = new BroadcastChannel('hookwell.session');

/** Hears that another tab has logged in or out. */
export function onSessionChanged(listener: () => void): void {
  otherTabs.onmessage = listener;
}

/** Reads everything again in every tab. To be called after a log-in, a registration or a log-out. */
export async function sessionChanged(release?: Release): Promise<void> {
  otherTabs.postMessage('');
  await readAnew(release);
}

/** What hangs keeps nobody from logging in or out. */
const longestTurnMs = 2000;

let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs changes of the session, and looks at it, one after the other. A look at the same time as a log-in would show the account with an
 * endpoint that is about to go; at the same time as a log-out it would be refused.
 */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const waited = new Promise((passed) => setTimeout(passed, longestTurnMs));
  const running = Promise.race([turn, waited]).then(work);
  turn = running.catch(() => {});
  return running;
}

/**
 * Ends the session on the server and makes this browser a new visitor's.
 * @throws {HookwellError} if the server does not end it
 */
export function endSession(end: () => Promise<unknown>): Promise<void> {
  return inTurn(() => endInTurn(end));
}

async function endInTurn(end: () => Promise<unknown>): Promise<void> {
  isEnding = true;
  // A stream that came back with the next guest's cookie would have the lists of this session read.
  feed.leave();
  // The service would refuse what the page still asks for.
  const [release] = await Promise.all([holdCalls(), queryClient.cancelQueries()]);
  try {
    await end();
    await beginAnew(release);
  } catch (error) {
    feed.comeBack();
    throw error;
  } finally {
    release();
    isEnding = false;
  }
}

let isEnding = false;

/** Whether the page itself ends the session: a refusal tells nothing new then, and of two that look for a user one would make a second guest. */
export function isSessionEnding(): boolean {
  return isEnding;
}

/** Makes this browser a new visitor's, after its session has ended on the server. */
export async function beginAnew(release?: Release): Promise<void> {
  writeSetting('visited', undefined);
  writeSetting('searches', undefined);
  last = undefined;
  await sessionChanged(release);
}

/**
 * Forgets the data of the previous session and reads that of the present one.
 * @param release lets calls go that were held back until there is a session
 */
export async function readAnew(release: Release = () => {}): Promise<void> {
  const before = endpointsNow();
  await queryClient.cancelQueries();
  // The session comes first, since this may make the guest whose cookie all other calls need.
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  // What was asked for the session before is not asked in this one.
  await queryClient.cancelQueries();
  release(true);
  // The page stays as it is until its user is back. Meanwhile every call would be refused.
  if (session.kind !== 'user') return feed.leave();
  feed.comeBack();
  feed.restart();
  // Nothing of the previous session is shown meanwhile. The endpoints came with the principal.
  const kept: readonly unknown[] = [sessionQuery.queryKey[0], endpointsKey[0], 'service'];
  // The pages of endpoints that are another's now are about to go: nothing more is asked for them.
  const gone = new Set<unknown>(
    before.filter(({ id }) => !hasEndpoint(id)).map(({ token }) => token),
  );
  // Their requests have ids alone. What is stored of one never changes, so the others need not be read again either.
  if (gone.size > 0) gone.add('request');
  await queryClient.resetQueries({
    predicate: ({ queryKey }) =>
      !kept.includes(queryKey[0]) && !queryKey.some((part) => gone.has(part)),
  });
}

/**
 * Whether the user may do what a member of a team may: change what the account has. Everybody in their own account. A control
 * that a viewer may not use is not shown.
 */
export function useMayChange(): boolean {
  return useUser().team?.role !== 'viewer';
}

/** Whether the user may do these, which the API leaves to the owners of a team. Everybody in their own account. */
export function useMayOwn(..._operations: [OfOwners, ...OfOwners[]]): boolean {
  return (useUser().team?.role ?? 'owner') === 'owner';
}
