import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Addresses } from '../parts.ts';
import { isSessionValue } from './sessions.ts';

/** The session's value in the request's cookie, where it has one that could be a session. */
export function readSessionCookie(
  request: Pick<FastifyRequest, 'headers'>,
  addresses: Addresses,
): string | undefined {
  const header = request.headers.cookie;
  if (header === undefined) return undefined;
  const value = cookieNamed(header, cookieName(addresses));
  return value !== undefined && isSessionValue(value) ? value : undefined;
}

/** Hands the cookie out, for as long as the session lives (milliseconds). */
export function sendSessionCookie(
  reply: FastifyReply,
  addresses: Addresses,
  value: string,
  lifetime: number,
): void {
  setCookie(reply, addresses, value, Math.floor(lifetime / 1000));
}

/** Makes the browser forget the cookie. */
export function clearSessionCookie(reply: FastifyReply, addresses: Addresses): void {
  setCookie(reply, addresses, '', 0);
}

/** Replaces, never adds: an answer carries one session cookie at most. */
function setCookie(reply: FastifyReply, addresses: Addresses, value: string, maxAge: number): void {
  const secure = isHttps(addresses) ? '; Secure' : '';
  reply.removeHeader('set-cookie');
  reply.header(
    'set-cookie',
    `${cookieName(addresses)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** The value of one cookie (RFC 6265, 4.2.1). Ours needs no decoding: it is made of harmless characters. */
function cookieNamed(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** With `__Host-` a browser takes the cookie from this very host over TLS alone (RFC 6265bis, 4.1.3). */
function cookieName(addresses: Addresses): string {
  return isHttps(addresses) ? '__Host-hookwell_session' : 'hookwell_session';
}

function isHttps(addresses: Addresses): boolean {
  return addresses.base.startsWith('https:');
}
