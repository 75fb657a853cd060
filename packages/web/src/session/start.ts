import { type Endpoint, HookwellError, type Principal, type Team } from '@hookwell/client';
import { ApiClient, Caller, routes } from '@hookwell/client/api';
import { readSetting, writeSetting } from '../page/this-page.ts';

/** The user in the page's team. */
export interface TeamOfUser extends Team {
  /** The user's own account. */
  person: Principal;
}

export type Start =
  | { kind: 'user'; principal: Principal; team?: TeamOfUser; endpoints: Endpoint[] }
  /** Nobody is logged in, and the page asks for no guest. */
  | { kind: 'nobody' }
  /** This browser had a session, and it is over. */
  | { kind: 'ended'; wasGuest: boolean }
  /** The user is no member of the page's team. */
  | { kind: 'outside' };

/** Refusals of its calls are expected. Those of the page's other calls tell that the session has ended. */
const client = new ApiClient(new Caller(routes));

/** Whether an address is a way into an account or a team. Such pages make no guest. */
export function isEntrance(path: string): boolean {
  return /^\/(login|register|handoff|join(\/[^/]+)?)$/.test(path);
}

/**
 * Reads the visitor's principal and endpoints. A first visit makes a guest with one endpoint. If two tabs open at
 * once, the second waits for the first, since of two guests one would be lost. Browsers have no locks on plain http,
 * so there it does not wait.
 * @throws {CookiesBlocked} if the browser does not keep the session's cookie
 */
export async function start(): Promise<Start> {
  if (navigator.locks === undefined) return await startAlone();
  return await navigator.locks.request('hookwell.start', startAlone);
}

async function startAlone(): Promise<Start> {
  if (!navigator.cookieEnabled) throw new CookiesBlocked('The browser keeps no cookies');
  const visited = readSetting('visited');
  // A first visit does not ask, since browsers log the refusal as an error.
  const known = visited === undefined ? undefined : await principalNow();
  if (known !== undefined) return await startAs(known);
  const path = location.pathname;
  if (isEntrance(path)) return { kind: 'nobody' };
  if (visited === 'account') return { kind: 'ended', wasGuest: false };
  // Nothing is left of a guest, so its bare start page begins anew. Another address is worth an explanation.
  if (visited !== undefined && path !== '/') return { kind: 'ended', wasGuest: true };
  return await startGuest();
}

async function startGuest(): Promise<Start> {
  const guest = await client.auth.guest();
  const endpoints = await unlessBlocked(client.endpoints.list());
  if (endpoints.length === 0) {
    // The guest may only look around.
    writeSetting('untouched', (await client.endpoints.create()).token);
  }
  return await startAs(guest);
}

async function startAs(principal: Principal): Promise<Start> {
  rememberVisit(principal);
  return { kind: 'user', principal, endpoints: await client.endpoints.list() };
}

/** Notes that this browser has a session, so that its end can be told from a first visit. */
export function rememberVisit({ isGuest }: Pick<Principal, 'isGuest'>): void {
  writeSetting('visited', isGuest ? 'guest' : 'account');
}

/** The user of the browser's session, or `undefined` without one. */
export async function principalNow(): Promise<Principal | undefined> {
  try {
    return await client.auth.me();
  } catch (error) {
    if (isUnauthorized(error)) return undefined;
    throw error;
  }
}

/** The session that was just made is unknown: the browser did not keep its cookie. */
export class CookiesBlocked extends Error {
  override name = 'CookiesBlocked';
}

async function unlessBlocked<Value>(call: Promise<Value>): Promise<Value> {
  try {
    return await call;
  } catch (error) {
    if (isUnauthorized(error)) throw new CookiesBlocked('The browser keeps no cookies');
    throw error;
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof HookwellError && error.status === 401;
}

/** The endpoint that the page made for the guest of this browser, until it is used. */
export function untouchedEndpoint(): string | undefined {
  return readSetting('untouched');
}

/** To be called with every token that is put to use, or with a text that is copied and may contain it. */
export function touchEndpoint(text: string): void {
  const token = untouchedEndpoint();
  if (token !== undefined && text.includes(token)) forgetUntouched();
}

export function forgetUntouched(): void {
  writeSetting('untouched', undefined);
}

/** The page to go on to after logging in: this one, unless it is an endpoint as such, which may be another one then. */
export function here(): { next?: string } {
  const { pathname, search } = location;
  if (/^\/(login|register)$/.test(pathname)) return Object.fromEntries(new URLSearchParams(search));
  return search === '' && /^\/(endpoints\/[^/]+)?$/.test(pathname)
    ? {}
    : { next: pathname + search };
}
