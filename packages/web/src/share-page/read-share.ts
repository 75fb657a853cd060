import type { SharedRequest } from '@hookwell/client';

/** A page of what a share shows, the newest first. */
export interface SharedPage {
  expiresAt: string;
  requests: SharedRequest[];
  /** The query of the page with older ones, if there are any. */
  next?: string;
  etag?: string;
}

export type Look =
  | { kind: 'page'; page: SharedPage }
  /** The page is the one with the known tag. */
  | { kind: 'unchanged' }
  /** Expired, revoked, deleted, or never there: the service does not tell. */
  | { kind: 'ended' };

/** The service is busy or refuses, and may ask to come later. */
export class LookFailed extends Error {
  override name = 'LookFailed';
  readonly askedMs: number;

  /** @param askedMs the pause that the service asks for, in milliseconds */
  constructor(askedMs: number) {
    super('The service does not answer');
    this.askedMs = askedMs;
  }
}

const pageLength = 50;

/**
 * Reads a page without cookies: it is the same for everybody who has the link.
 * @param path of the share's own page: `/s/SECRET`
 * @param query of an older page
 * @throws {LookFailed} if the answer is none of a share, {TypeError} if there is none
 */
export async function readShare(
  path: string,
  { query = `?limit=${pageLength}`, etag, signal }: ReadOptions = {},
): Promise<Look> {
  const response = await fetch(`/api/shared/${path.split('/')[2]}${query}`, {
    headers: etag === undefined ? {} : { 'if-none-match': etag },
    credentials: 'omit',
    cache: 'no-store',
    signal: signal ?? null,
  });
  if (response.status === 304) return { kind: 'unchanged' };
  if (response.status === 404) return { kind: 'ended' };
  if (!response.ok) throw new LookFailed(Number(response.headers.get('retry-after') ?? 0) * 1000);
  const tag = response.headers.get('etag');
  const next = nextQuery(response.headers.get('link') ?? '');
  return {
    kind: 'page',
    page: {
      // The service's own answer, by the contract of this operation.
      ...((await response.json()) as Pick<SharedPage, 'expiresAt' | 'requests'>),
      ...(next !== undefined && { next }),
      ...(tag !== null && { etag: tag }),
    },
  };
}

interface ReadOptions {
  query?: string | undefined;
  etag?: string | undefined;
  signal?: AbortSignal;
}

/** Only the query of the link is of use: behind a proxy the service may know itself by another name. */
function nextQuery(link: string): string | undefined {
  const [, target] = /<([^>]*)>;\s*rel="?next"?/.exec(link) ?? [];
  return target === undefined ? undefined : new URL(target, location.origin).search;
}
