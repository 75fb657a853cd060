import { isBodiless, refusalOf } from '../sending/browser-headers.ts';
import { type HeaderRow, isBlank } from '../sending/test-request.ts';
import type { Captured } from './captured.ts';

/** Every header of the captured request. Those that a browser cannot send have the reason. */
export function resentHeaders({ headers }: Pick<Captured, 'headers'>) {
  return headers.map(([name, value]) => ({ name, value, refusal: refusalFor(name, value) }));
}

/** The reason why a row is not sent, or `undefined` if it is sent or blank. */
export function refusalOfResent(row: HeaderRow): string | undefined {
  return isBlank(row) ? undefined : refusalFor(row.name.trim(), row.value.trim());
}

/** User-Agent is left out: some browsers would ask for permission to send it, and others would not send it. */
function refusalFor(name: string, value: string): string | undefined {
  return (
    refusalOf(name, value) ?? (/^user-agent$/i.test(name) ? 'Browsers send their own.' : undefined)
  );
}

/** The headers that a browser sends. */
function sentHeaders(captured: Pick<Captured, 'headers'>): [name: string, value: string][] {
  return resentHeaders(captured).flatMap(({ name, value, refusal }) =>
    refusal === undefined ? [[name, value]] : [],
  );
}

/** The options for `fetch`. Redirects are not followed, since senders of webhooks rarely follow them. */
export function resendInit(captured: Captured, signal: AbortSignal): RequestInit {
  const { method, body } = captured;
  return {
    method,
    headers: sentHeaders(captured),
    ...(body.length > 0 && !isBodiless(method) ? { body: new Blob([body]) } : {}),
    // Browsers cache answers to these two methods alone. For others, this option would only add headers.
    ...(isBodiless(method) ? { cache: 'no-store' } : {}),
    credentials: 'omit',
    mode: 'cors',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
    signal,
  };
}

/** The same without asking for permission. Only safelisted headers are sent, and the answer stays hidden. */
export function blindInit(captured: Captured, signal: AbortSignal): RequestInit {
  const headers = sentHeaders(captured).filter(([name, value]) => isSafelisted(name, value));
  return { ...resendInit(captured, signal), headers, mode: 'no-cors', redirect: 'follow' };
}

const simpleMethod = /^(get|head|post)$/i;
const simpleType =
  /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(;|$)/i;

/** https://fetch.spec.whatwg.org/#cors-safelisted-request-header, without `Range` */
export function isSafelisted(name: string, value: string): boolean {
  if (value.length > 128) return false;
  switch (name.toLowerCase()) {
    case 'accept':
      return !hasUnsafeByte(value);
    case 'accept-language':
    case 'content-language':
      return /^[\w *,.;=-]*$/.test(value) && !value.includes('_');
    case 'content-type':
      return !hasUnsafeByte(value) && simpleType.test(value.trim());
    default:
      return false;
  }
}

function hasUnsafeByte(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are looked for
  return /[\x00-\x08\x0a-\x1f"():<>?@[\\\]{}\x7f]/.test(value);
}

/** Whether the browser asks the address for permission before it sends the request (a CORS preflight). */
export function needsPreflight(captured: Pick<Captured, 'method' | 'headers'>): boolean {
  if (!simpleMethod.test(captured.method)) return true;
  return sentHeaders(captured).some(([name, value]) => !isSafelisted(name, value));
}

/**
 * Whether it is useful to send without asking for permission. The request must need a permission, its method must be
 * allowed without one, and its body must keep its type.
 */
export function isBlindUseful(captured: Captured): boolean {
  const { method, body, headers } = captured;
  if (!simpleMethod.test(method) || !needsPreflight(captured)) return false;
  if (body.length === 0 || isBodiless(method)) return true;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type');
  return type === undefined || isSafelisted('content-type', type[1]);
}
