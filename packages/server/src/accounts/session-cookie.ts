import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../http/security-headers.ts';
import type { Addresses } from '../parts.ts';
import { isSessionValue } from './sessions.ts';

/** The session's value in the request's cookie; undefined if none has the form of one. */
export function readSessionCookie(
  request: Pick<FastifyRequest, 'headers'>,
  addresses: Addresses,
): string | undefined {
  const header = request.headers.cookie;
  if (header === undefined) return undefined;
  const value = cookieNamed(header, cookieName(addresses));
  return value !== undefined && isSessionValue(value) ? value : undefined;
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
  const secure = isSecure(addresses) ? '; Secure' : '';
  reply.removeHeader('set-cookie');
  reply.header(
    'set-cookie',
    `${cookieName(addresses)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** The value of one cookie (RFC 6265, 4.2.1). Ours needs no decoding: it has only harmless characters. */
function cookieNamed(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** With `__Host-` a browser takes the cookie only from this very host over TLS (RFC 6265bis, 4.1.3). */
function cookieName(addresses: Addresses): string {
  return isSecure(addresses) ? '__Host-hookwell_session' : 'hookwell_session';
}
