import type { FastifyReply, FastifyRequest } from 'fastify';
import { GroupedLookUps } from '../database/grouped-look-ups.ts';
import type { Caller } from '../http/caller.ts';
import { cookieName, cookiesIn, cookieText } from '../http/header-values.ts';
import type { Addresses, Parts } from '../parts.ts';
import { hashSecret, isRandomSecret } from '../random-secret.ts';
import {
  findSessions,
  isRenewalDue,
  renewSession,
  type SessionWithAccount,
  sessionLifetimeMs,
} from './sessions.ts';

/** So many sessions may wait to be looked up. */
const mostWaitingSessions = 4096;

/** The live sessions, by the hashes of their values. */
export type LiveSessions = GroupedLookUps<SessionWithAccount>;

export function liveSessions({ store, clock }: Pick<Parts, 'store' | 'clock'>): LiveSessions {
  return new GroupedLookUps({
    ask: (hashes) => findSessions(store.db, hashes, clock()),
    mostWaiting: mostWaitingSessions,
  });
}

/**
 * The caller that the session cookie names; undefined without a live session. Now and then the session
 * is renewed and the cookie sent again, so that both live on.
 */
export async function authenticateSession(
  parts: Parts,
  sessions: LiveSessions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | undefined> {
  const { store, clock, addresses } = parts;
  const value = readSessionCookie(request, addresses);
  if (value === undefined) return undefined;
  const now = clock();
  const found = await sessions.find(hashSecret(value));
  if (found === undefined) return undefined;

  if (isRenewalDue(found, now)) {
    try {
      if (await renewSession(store.db, found, now)) {
        sendSessionCookie(reply, addresses, value, sessionLifetimeMs(found.account));
      }
    } catch (error) {
      // A store that takes no writes must still let the caller read. The next request tries again.
      request.log.warn({ err: error }, 'A session could not be renewed');
    }
  }
  const { account } = found;
  const credential = { kind: 'session', id: found.session.id } as const;
  return { account, credential, person: account, role: 'owner' };
}

const name = 'hookwell_session';

/** The session's value in the request's cookie; undefined if none has the form of one. */
export function readSessionCookie(
  request: Pick<FastifyRequest, 'headers'>,
  addresses: Addresses,
): string | undefined {
  const expected = cookieName(addresses, name);
  for (const [found, value] of cookiesIn(request.headers.cookie)) {
    if (found === expected) return isRandomSecret(value) ? value : undefined;
  }
  return undefined;
}

/** Sends the cookie, which lives as long as the session. */
export function sendSessionCookie(
  reply: FastifyReply,
  addresses: Addresses,
  value: string,
  lifetimeMs: number,
): void {
  setCookie(reply, addresses, value, Math.floor(lifetimeMs / 1000));
}

/** Makes the browser forget the cookie. */
export function clearSessionCookie(reply: FastifyReply, addresses: Addresses): void {
  setCookie(reply, addresses, '', 0);
}

/** Replaces any cookie that was set before: an answer has one session cookie at most. */
function setCookie(
  reply: FastifyReply,
  addresses: Addresses,
  value: string,
  maxAgeSeconds: number,
): void {
  reply.removeHeader('set-cookie');
  reply.header('set-cookie', cookieText(addresses, name, value, maxAgeSeconds));
}
