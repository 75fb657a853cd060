import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, cookiesIn, cookieText } from '../http/cookies.ts';
import type { Addresses } from '../parts.ts';
import { isRandomSecret } from '../random-secret.ts';

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
