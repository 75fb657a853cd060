/** A target in its parts, as they are shown. */
export interface TargetParts {
  /** `/wh/{token}`, the same for every request of an endpoint. */
  receiver: string;
  /** What follows it in the path. */
  path: string;
  /** With its question mark. */
  query: string;
}

export function targetParts(target: string): TargetParts {
  const [, receiver = '', path = '', query = ''] =
    /^(\/wh\/[^/?#]*)?([^?]*)(.*)$/s.exec(target) ?? [];
  return { receiver, path, query };
}

/** What follows the question mark. */
export function queryIn(target: string): string | undefined {
  const mark = target.indexOf('?');
  return mark < 0 ? undefined : target.slice(mark + 1);
}

/** The endpoint's token in a target. */
export function tokenIn(target: string): string | undefined {
  return /^\/wh\/([^/?#]+)/.exec(target)?.[1];
}

/** The absolute receive URL of a target; the public address may have a path before it. */
export function urlOf(receiveBaseUrl: string, target: string): string {
  return receiveBaseUrl.replace(/\/$/, '') + target;
}
