import type { CapturedRequestSummary } from '@hookwell/client';
import { textOfBytes } from '@hookwell/core/match';

/** `receiver` is `/wh/{token}`, the same for every request of an endpoint; `query` has its question mark. */
export function targetParts(target: string) {
  const [, receiver = '', path = '', query = ''] =
    /^(\/wh\/[^/?#]*)?([^?]*)(.*)$/s.exec(target) ?? [];
  return { receiver, path, query };
}

/** The query of a target, without the question mark. */
export function queryIn(target: string): string | undefined {
  const mark = target.indexOf('?');
  return mark < 0 ? undefined : target.slice(mark + 1);
}

/** The token of the endpoint in a target. */
export function tokenIn(target: string): string | undefined {
  return /^\/wh\/([^/?#]+)/.exec(target)?.[1];
}

/** The absolute receive URL of a target. The base URL may have a path of its own. */
export function urlOf(receiveBaseUrl: string, target: string): string {
  return receiveBaseUrl.replace(/\/$/, '') + target;
}

/** Longer texts are cut, since a row is one line. */
const longestCharacters = 200;

/** The path and the query after the token. They tell a captured request from others of its endpoint. */
export function addressWords({ path, query = '' }: CapturedRequestSummary): {
  path: string;
  query: string;
} {
  const shownPath = path === undefined ? (query === '' ? '/' : '') : textOfBytes(path);
  return { path: cut(shownPath), query: query === '' ? '' : cut(`?${decoded(query)}`) };
}

/** Easier to read, and still one parameter after the other. What cannot be decoded stays as it was sent. */
function decoded(query: string): string {
  try {
    return decodeURIComponent(query.replaceAll('+', ' '));
  } catch (_noText) {
    return query;
  }
}

/**
 * The media type without parameters. JSON goes without saying: it is named only where it surprises, without a body or
 * with a method that usually has none.
 */
export function typeWords({ method, contentType, bodySize }: CapturedRequestSummary): string {
  const mediaType = contentType?.split(';', 1)[0]?.trim() ?? '';
  if (mediaType === '') return bodySize === 0 ? '' : 'no content type';
  const isExpected = bodySize > 0 && methodsWithBody.includes(method);
  const lowerCase = mediaType.toLowerCase();
  if (lowerCase === 'application/x-www-form-urlencoded') return 'form';
  return isExpected && lowerCase === 'application/json' ? '' : cut(mediaType);
}

const methodsWithBody = ['POST', 'PUT', 'PATCH'];

/**
 * The name of the sending program: the first product of its User-Agent, without the version (RFC 9110, 10.1.5). For
 * browsers it is empty, since all of them call themselves Mozilla.
 */
export function senderWords({ headers }: CapturedRequestSummary): string {
  const product = headers['user-agent']?.trim().split(/[\s/(;,]/, 1)[0] ?? '';
  return product === 'Mozilla' ? '' : cut(product);
}

function cut(text: string): string {
  return text.length <= longestCharacters ? text : `${text.slice(0, longestCharacters)}…`;
}
