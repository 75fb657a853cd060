/** The page to go on to after logging in: this one, unless it is an endpoint as such, which may be another one then. */
export function here(): { next?: string } {
  const { pathname, search } = location;
  if (/^\/(login|register)$/.test(pathname)) return Object.fromEntries(new URLSearchParams(search));
  return search === '' && /^\/(endpoints\/[^/]+)?$/.test(pathname)
    ? {}
    : { next: pathname + search };
}
