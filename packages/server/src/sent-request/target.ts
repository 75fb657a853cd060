import { textOfBytes } from '@hookwell/match';

/**
 * The parts of a request target (RFC 9112, section 3.2). It is `/wh/{token}/any/path?query` (origin
 * form) or the same behind `http://host` (absolute form). Each of its characters stands for one byte, as in the parts
 * but the query. Nothing here is percent-decoded.
 */

const absoluteForm = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?]*/;

/** Path and query as sent: the target without the scheme and host of an absolute form. */
export function pathAndQueryOf(target: string): string {
  if (target.startsWith('/')) return target;
  const origin = absoluteForm.exec(target);
  return origin === null ? target : target.slice(origin[0].length);
}

const belowToken = /^\/wh\/[^/?#]*(\/[^?]*)/;

/** The path behind `/wh/{token}`, if there is one. It begins with `/`. */
export function subPathOf(target: string): string | undefined {
  return belowToken.exec(pathAndQueryOf(target))?.[1];
}

/** What stands behind the first `?`, as text: bytes that are no UTF-8 stay as they are. Empty if there is none. */
export function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : textOfBytes(target.slice(mark + 1));
}
