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
