import type { CapturedRequestWire } from '@hookwell/client';

/** The absolute URL that the request was sent to; the public address may have a path in front. */
export function receiveUrl(
  receiveBaseUrl: string,
  { target }: Pick<CapturedRequestWire, 'target'>,
): string {
  // A target in absolute form (RFC 9112, section 3.2.2) brings an address of its own along.
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return receiveBaseUrl.replace(/\/$/, '') + path;
}
