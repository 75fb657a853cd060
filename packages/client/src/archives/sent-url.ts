import type { CapturedRequestWire } from '../contract/types.ts';

/** The absolute URL that a captured request was sent to; the public address may have a path in front. */
export function sentUrl(
  receiveBaseUrl: string,
  { target }: Pick<CapturedRequestWire, 'target'>,
): string {
  // A target in absolute form (RFC 9112, section 3.2.2) has an address of its own.
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return receiveBaseUrl.replace(/\/$/, '') + path;
}
