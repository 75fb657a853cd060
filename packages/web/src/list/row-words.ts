import type { CapturedRequestSummary } from '@hookwell/client';

/** Longer texts are cut: a row is one line. */
const longest = 200;

/** What tells one captured request from the others of its endpoint: what followed the token in its URL. */
export function addressWords({ path, queryParams }: CapturedRequestSummary): {
  path: string;
  query: string;
} {
  const query = Object.entries(queryParams)
    .slice(0, 20)
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .join('&');
  const shownPath = path ?? (query === '' ? '/' : '');
  return { path: cut(shownPath), query: query === '' ? '' : cut(`?${query}`) };
}

/** The media type, without what follows it. */
export function typeWords({ contentType, bodySize }: CapturedRequestSummary): string {
  const mediaType = contentType?.split(';', 1)[0]?.trim() ?? '';
  if (mediaType !== '') return cut(mediaType);
  return bodySize === 0 ? 'no body' : 'no content type';
}

/**
 * The program that sent it, as far as it says: the first product of its User-Agent without the version (RFC 9110,
 * 10.1.5). Nothing for browsers, which all call themselves Mozilla.
 */
export function senderWords({ headers }: CapturedRequestSummary): string {
  const product = headers['user-agent']?.trim().split(/[\s/(;,]/, 1)[0] ?? '';
  return product === 'Mozilla' ? '' : cut(product);
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
