/** The headers that name the origin of a browser's request. Absent ones are `undefined`. */
export interface RequestOrigin {
  secFetchSite: string | undefined;
  origin: string | undefined;
  host: string | undefined;
}

/**
 * Whether a request may act with the cookie that the browser added to it. `Sec-Fetch-Site` decides if it is
 * there (no page can forge it), else `Origin`, which must be the base URL's or have the host of the
 * request. A client that sends neither is no browser, so no foreign page can steer it.
 */
export function isOwnOrigin(request: RequestOrigin, baseUrl: string): boolean {
  const { secFetchSite, origin, host } = request;
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin' || secFetchSite === 'none';
  if (origin === undefined) return true;

  const from = URL.parse(origin);
  // An Origin is a scheme, a host and a port; `null` and lists of origins do not parse to that.
  if (from === null || from.origin !== origin.toLowerCase()) return false;
  if (from.protocol !== 'http:' && from.protocol !== 'https:') return false;
  if (from.origin === URL.parse(baseUrl)?.origin) return true;
  // Host gets the scheme of the Origin, so that a default port in it counts as no port. The schemes are not
  // compared: a proxy may have ended TLS.
  return host !== undefined && from.host === URL.parse(`${from.protocol}//${host}`)?.host;
}
