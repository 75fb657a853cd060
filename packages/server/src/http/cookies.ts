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
