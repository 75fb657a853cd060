import { mostNextCharacters } from '@hookwell/contract';

/** White space and control characters, which browsers leave out, and what they take for a slash. */
const misread = /[\p{Cc}\s\\]/u;

const base = 'http://own.invalid';

/**
 * The path of ours that a text names; `/` if it names anything else. Anybody can write a link with such a text, so it must lead to
 * no other site: neither by itself nor by a reply of an endpoint, which its owner decides.
 */
export function nextPath(text: string | undefined): string {
  if (text === undefined || text.length > mostNextCharacters) return '/';
  if (!text.startsWith('/') || misread.test(text)) return '/';
  const url = URL.parse(text, base);
  if (url === null || url.origin !== base || url.pathname.startsWith('//')) return '/';
  const path = `${url.pathname}${url.search}${url.hash}`;
  return /^\/(wh|api)(\/|$)/i.test(url.pathname) || path.length > mostNextCharacters ? '/' : path;
}
