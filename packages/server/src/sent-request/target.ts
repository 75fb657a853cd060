/**
 * The parts of a request target (RFC 9112, section 3.2). It is `/wh/{token}/any/path?query` (origin
 * form) or the same behind `http://host` (absolute form). Nothing here decodes anything.
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

/** The text behind the first `?`; empty if there is none. */
export function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}
