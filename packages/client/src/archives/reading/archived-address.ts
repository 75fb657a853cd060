/** The part of a URL that is sent on: without scheme and host, and of a receive URL what comes after the token. */
export interface ArchivedAddress {
  path: string;
  /** The query with its `?`. */
  search: string;
}

/** Whether the URL is one of another kind, such as `data:`: no server has got a request to it. */
export function isOfNoServer(url: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(url) && !/^https?:\/\//i.test(url);
}

/** A receive URL may have a path of the service before it. */
const receivePath = /^.*?\/wh\/[a-z0-9]{26,64}(?=[/?#]|$)/s;

/**
 * @param url a whole URL, or path and query
 * @param isOwn whether this service wrote it, as it was sent; others leave it to the reader what is encoded, and have a
 * part behind `#` that is never sent
 */
export function archivedAddress(url: string, isOwn: boolean): ArchivedAddress {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const sent = isOwn ? target : encoded(target.replace(/#.*$/s, ''));
  const mark = sent.indexOf('?');
  const whole = mark === -1 ? sent : sent.slice(0, mark);
  const search = mark === -1 ? '' : sent.slice(mark);
  if (receivePath.test(whole)) return { path: whole.replace(receivePath, ''), search };
  // A URL without a path is the same as one with a slash (RFC 9110, section 4.2.3): nothing is to be added.
  return { path: whole === '/' ? '' : whole, search };
}

/** Characters that no request line has, percent-encoded in UTF-8. */
function encoded(target: string): string {
  return target.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text));
}
