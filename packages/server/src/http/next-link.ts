/** The Link header of a page (RFC 8288): the same address and parameters, but for `before`. */
export function nextLink(
  address: string,
  query: Readonly<Record<string, unknown>>,
  next: number | string,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, before: next })) {
    parameters.set(name, String(value));
  }
  return `<${address}?${parameters}>; rel="next"`;
}
