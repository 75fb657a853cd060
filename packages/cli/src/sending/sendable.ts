import type { OutgoingRequest } from './sender.ts';

const token = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Whether a text can be the value of a header (RFC 9110, section 5.5). */
export function isHeaderValue(value: string): boolean {
  return !/[^\t\x20-\x7e\x80-\xff]/.test(value);
}

/** Why a request cannot be sent, as the rest of a sentence about it; `undefined` if it can. */
export function sendingFault({
  method,
  path,
  headers,
}: Pick<OutgoingRequest, 'method' | 'path' | 'headers'>): string | undefined {
  if (!token.test(method)) return 'its method is none of HTTP';
  if (/[^\x21-\xff]/.test(path)) return 'its URL has characters that cannot be sent';
  const wrong = headers.findIndex(([name, value]) => !token.test(name) || !isHeaderValue(value));
  return wrong === -1 ? undefined : `header ${wrong + 1} has characters that cannot be sent`;
}
