/**
 * The path that `?next=` leads to after logging in. It is `/` unless it is a path of this site. Anybody can write a link
 * to the log-in page, so it must not lead to another site, nor back to a form.
 */
export function nextPath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return '/';
  const base = 'http://own.invalid';
  if (!URL.canParse(next, base)) return '/';
  const { origin, pathname, search, hash } = new URL(next, base);
  const isOwn = origin === base && !pathname.startsWith('//');
  return isOwn && !/^\/(login|register|api|wh)(\/|$)/.test(pathname)
    ? `${pathname}${search}${hash}`
    : '/';
}
