import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../http/caller.ts';
import type { Parts } from '../parts.ts';
import { readSessionCookie, sendSessionCookie } from './session-cookie.ts';
import { findSession, isRenewalDue, renewSession, sessionLifetime } from './sessions.ts';

/**
 * Who calls, by the session cookie; undefined without a live session. Now and then the use is
 * written down and the cookie handed out anew, so that both live on.
 */
export async function authenticateSession(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | undefined> {
  const { store, clock, addresses } = parts;
  const value = readSessionCookie(request, addresses);
  if (value === undefined) return undefined;
  const now = clock();
  const found = await findSession(store.db, value, now);
  if (found === undefined) return undefined;

  if (isRenewalDue(found, now)) {
    try {
      if (await renewSession(store.db, found, now)) {
        sendSessionCookie(reply, addresses, value, sessionLifetime(found.account));
      }
    } catch (error) {
      // A store that takes no writes must not keep anybody from reading; the next request tries again.
      request.log.warn({ err: error }, 'A session could not be renewed');
    }
  }
  return { account: found.account, credential: { kind: 'session', id: found.session.id } };
}
