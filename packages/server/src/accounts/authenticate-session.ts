import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../http/caller.ts';
import type { Parts } from '../parts.ts';
import { readSessionCookie, sendSessionCookie } from './session-cookie.ts';
import { findSession, isRenewalDue, renewSession, sessionLifetimeMs } from './sessions.ts';

/**
 * The caller that the session cookie names; undefined without a live session. Now and then the session
 * is renewed and the cookie sent again, so that both live on.
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
