export type ReceiveAddress =
  | { kind: 'address'; url: string }
  | { kind: 'problem'; sentence: string };

/**
 * Adds a path and a query to the receive URL: `/orders?page=2`, `?page=2`, or nothing. A path without a slash at its
 * beginning gets one.
 */
export function receiveAddress(receiveUrl: string, typed: string): ReceiveAddress {
  const suffix = typed.trim();
  if (suffix.includes('#')) {
    return problem('A # and the text after it are never sent. Write it as %23.');
  }
  const slash = suffix === '' || /^[/?]/.test(suffix) ? '' : '/';
  const whole = `${receiveUrl}${slash}${suffix}`;
  // Browsers resolve `..` before they send anything.
  if (!URL.canParse(whole) || !isBelow(new URL(whole).href, new URL(receiveUrl).href)) {
    return problem('This would leave the receive URL.');
  }
  return { kind: 'address', url: new URL(whole).href };
}

function isBelow(address: string, receiveUrl: string): boolean {
  return address.startsWith(receiveUrl) && /^([/?]|$)/.test(address.slice(receiveUrl.length));
}

function problem(sentence: string): ReceiveAddress {
  return { kind: 'problem', sentence };
}
