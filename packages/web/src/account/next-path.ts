/**
 * The path that `?next=` leads to after logging in. It is `/` unless it is a path of this site. Anybody can write a link
 * to the log-in page, so it must not lead to another site, nor back to a form: that of a form leads where the form would.
 */
export function nextPath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return '/';
  const base = 'http://own.invalid';
  if (!URL.canParse(next, base)) return '/';
  const { origin, pathname, search, searchParams, hash } = new URL(next, base);
  if (origin !== base || pathname.startsWith('//')) return '/';
  // It is shorter each time.
  if (/^\/(login|register)$/.test(pathname)) return nextPath(searchParams.get('next'));
  return /^\/(login|register|api|wh)(\/|$)/.test(pathname) ? '/' : `${pathname}${search}${hash}`;
}
