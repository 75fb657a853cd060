/**
 * Path and query at the target. The part after the token in the receive URL comes after the target's own path,
 * as it was sent, and the query after the target's own query.
 * @param path the path after the token, from its slash on; empty if there is none
 * @param sentTarget path and query as the sender had them
 * @throws {TypeError} if the path would leave the target's own path
 */
export function pathAt(target: URL, path: string, sentTarget: string): string {
  if (target.pathname !== '/' && climbsOut(path)) {
    throw new TypeError('its path leads out of the address to forward to');
  }
  const base = path === '' ? target.pathname : target.pathname.replace(/\/$/, '');
  const mark = sentTarget.indexOf('?');
  const query = mark === -1 ? '' : sentTarget.slice(mark);
  if (target.search === '') return base + path + query;
  return base + path + target.search + (query.length > 1 ? `&${query.slice(1)}` : '');
}

/**
 * Whether `..` in the path leads above its start, in any of the spellings that some servers understand. A
 * sender, which knows only the receive URL, must not reach anything beside the chosen address.
 */
function climbsOut(path: string): boolean {
  const plain = path.replace(/%2e/gi, '.').replace(/%2f|%5c|\\/gi, '/');
  let depth = 0;
  for (const segment of plain.split('/')) {
    const name = segment.replace(/;.*$/, '');
    if (name === '..') depth -= 1;
    else if (name !== '' && name !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}
