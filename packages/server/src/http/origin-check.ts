/** The headers that tell where a browser's request comes from. Absent ones are `undefined`. */
export interface RequestOrigin {
  secFetchSite: string | undefined;
  origin: string | undefined;
  host: string | undefined;
}

/**
 * Whether a request may act with the cookie that the browser added to it. `Sec-Fetch-Site` decides
 * where it is sent (no page can forge it), else `Origin`, which must be the base URL's or the host
 * that was asked. A client that sends neither is no browser that a foreign page could steer.
 */
export function isOwnOrigin(request: RequestOrigin, baseUrl: string): boolean {
  const { secFetchSite, origin, host } = request;
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin' || secFetchSite === 'none';
  if (origin === undefined) return true;

  const from = URL.parse(origin);
  // An Origin is scheme, host and port alone; `null` and lists of origins do not parse to that.
  if (from === null || from.origin !== origin.toLowerCase()) return false;
  if (from.protocol !== 'http:' && from.protocol !== 'https:') return false;
  if (from.origin === URL.parse(baseUrl)?.origin) return true;
  // With the scheme of the Origin, so that a default port in Host counts as no port. Whether TLS ends
  // before us is not known here, hence the schemes themselves are not compared.
  return host !== undefined && from.host === URL.parse(`${from.protocol}//${host}`)?.host;
}
