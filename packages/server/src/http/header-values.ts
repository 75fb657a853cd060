import type { FastifyRequest } from 'fastify';
import type { Addresses } from '../parts.ts';
import { isSecure } from './security-headers.ts';

/** The cookies of a request's header, names and values (RFC 6265, 4.2.1). Ours need no decoding: they have only harmless characters. */
export function* cookiesIn(header: string | undefined): Generator<[name: string, value: string]> {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at !== -1) yield [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  }
}

/** With `__Host-` a browser takes the cookie only from this very host over TLS (RFC 6265bis, 4.1.3). */
export function cookieName(addresses: Addresses, name: string): string {
  return isSecure(addresses) ? `__Host-${name}` : name;
}

/** The value of a `Set-Cookie` header for our pages alone; 0 seconds make the browser forget the cookie. */
export function cookieText(
  addresses: Addresses,
  name: string,
  value: string,
  maxAgeSeconds: number,
): string {
  const secure = isSecure(addresses) ? '; Secure' : '';
  return `${cookieName(addresses, name)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** The Link header of a page (RFC 8288): the same address and parameters, but for `before`. */
export function nextLink(
  address: string,
  query: Readonly<Record<string, unknown>>,
  next: number | string,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, before: next })) {
    parameters.set(name, String(value));
  }
  return `<${address}?${parameters}>; rel="next"`;
}

/** Whether the `If-None-Match` of a request names this validator (RFC 9110, 13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((candidate) => candidate.trim())
    .some((candidate) => candidate === '*' || candidate.replace(/^W\//, '') === etag);
}

/** Whether a browser asks for a page to show to somebody. Nobody is shown the addresses of the API. */
export function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (!/^(GET|HEAD)$/.test(method) || /^\/(api|assets)(?=[/?#]|$)/.test(url)) return false;
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document') return false;
  return /(^|[,\s])text\/html\b/i.test(headers.accept ?? '');
}
