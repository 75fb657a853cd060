/**
 * The headers that a page may not send ("forbidden request-header" of the Fetch standard,
 * https://fetch.spec.whatwg.org/#forbidden-request-header). `fetch` leaves them out silently.
 */
const reasons: ReadonlyArray<readonly [names: RegExp, reason: string]> = [
  [/^host$/, 'The browser takes it from the URL.'],
  [/^content-length$/, 'The browser counts the body itself.'],
  [/^(cookie2?|set-cookie)$/, 'Only the browser may send cookies, and here it sends none.'],
  [
    /^(connection|expect|keep-alive|te|trailer|transfer-encoding|upgrade|via)$/,
    'It belongs to the connection, which is the browser’s own.',
  ],
  [
    /^(accept-charset|accept-encoding|date|dnt|origin|referer|access-control-request-(headers|local-network|method|private-network))$/,
    'Only the browser may set it.',
  ],
  [/^sec-/, 'Only the browser may send names that begin with Sec-.'],
  [/^proxy-/, 'Only the browser may send names that begin with Proxy-.'],
];

const methodOverride = /^x-(http-method|http-method-override|method-override)$/;
const forbiddenMethod = /^(connect|trace|track)$/i;
const token = /^[!#$%&'*+.^_`|~\w-]+$/;
/** Visible characters of one byte, spaces and tabs (RFC 9110, section 5.5). */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Gives the reason why a page cannot send this header, in one sentence, or `undefined` if it can. */
export function refusalOf(name: string, value: string): string | undefined {
  const lowerName = name.toLowerCase();
  if (!token.test(name)) return 'This cannot be the name of a header.';
  const reason = reasons.find(([names]) => names.test(lowerName))?.[1];
  if (reason !== undefined) return reason;
  const methods = value.split(',').map((method) => method.trim());
  if (methodOverride.test(lowerName) && methods.some((method) => forbiddenMethod.test(method))) {
    return 'Browsers send no header that asks for this method.';
  }
  return fieldValue.test(value)
    ? undefined
    : 'The value has characters that are not allowed in a header.';
}

/** Warns of a header that browsers may change, in one sentence, or gives `undefined`. */
export function doubtAbout(name: string): string | undefined {
  if (name.toLowerCase() !== 'user-agent') return undefined;
  return 'Some browsers send their own name instead.';
}

/** Gives the reason why a page cannot use this method, in one sentence, or `undefined` if it can. */
export function methodRefusalOf(method: string): string | undefined {
  if (!token.test(method)) return 'A method is one word of letters, digits and -.';
  return forbiddenMethod.test(method) ? `Browsers do not send ${method}.` : undefined;
}

/** Whether browsers send no body with this method. */
export function isBodiless(method: string): boolean {
  return /^(get|head)$/i.test(method);
}
